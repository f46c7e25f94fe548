//! Regression with few features and many rows, straight from the textbook.

/// The weights of the log-odds of failure of `rows`, of which `failed` tells by number, by logistic
/// regression: Newton's method with a slight pull to 0.
pub fn logistic<const N: usize>(rows: &[[f32; N]], failed: impl Fn(usize) -> bool) -> [f64; N] {
    const ROUNDS: usize = 12;
    let mut weights = [0.0; N];
    for _ in 0..ROUNDS {
        let mut gradient = weights;
        let mut curvature = [[0.0; N]; N];
        for (i, diagonal) in curvature.iter_mut().enumerate() {
            diagonal[i] = 1.0;
        }
        for (number, row) in rows.iter().enumerate() {
            let failure = 1.0 / (1.0 + (-dot(row, &weights)).exp());
            let error = failure - f64::from(u8::from(failed(number)));
            let slope = failure * (1.0 - failure);
            for i in 0..N {
                let x = f64::from(row[i]);
                if x == 0.0 {
                    continue;
                }
                gradient[i] += error * x;
                for j in 0..=i {
                    curvature[i][j] += slope * x * f64::from(row[j]);
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight -= step;
        }
    }
    weights
}

/// The sum of the products.
pub fn dot<const N: usize>(row: &[f32; N], weights: &[f64; N]) -> f64 {
    row.iter()
        .zip(weights)
        .map(|(&x, w)| f64::from(x) * w)
        .sum()
}

/// The straight line through points by least squares, as offset and slope.
pub fn line(xs: impl Iterator<Item = f64>, ys: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut x_sum, mut y_sum, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (x, y) in xs.zip(ys) {
        n += 1.0;
        x_sum += x;
        y_sum += y;
        xx += x * x;
        xy += x * y;
    }
    let spread = n * xx - x_sum * x_sum;
    let slope = if spread > 0.0 {
        (n * xy - x_sum * y_sum) / spread
    } else {
        0.0
    };
    ((y_sum - slope * x_sum) / n.max(1.0), slope)
}

/// Solves the system of the symmetric, positive definite `matrix` of which the lower half is
/// given (Cholesky).
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut vector: [f64; N]) -> [f64; N] {
    for j in 0..N {
        let used: f64 = (0..j).map(|k| matrix[j][k] * matrix[j][k]).sum();
        matrix[j][j] = (matrix[j][j] - used).max(1e-12).sqrt();
        for i in j + 1..N {
            let used: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            matrix[i][j] = (matrix[i][j] - used) / matrix[j][j];
        }
    }
    for i in 0..N {
        let used: f64 = (0..i).map(|k| matrix[i][k] * vector[k]).sum();
        vector[i] = (vector[i] - used) / matrix[i][i];
    }
    for i in (0..N).rev() {
        let used: f64 = (i + 1..N).map(|k| matrix[k][i] * vector[k]).sum();
        vector[i] = (vector[i] - used) / matrix[i][i];
    }
    vector
}
