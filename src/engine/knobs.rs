//! Lists of numbers that can be set by name, and named settings of them: the search has one, and the textbook.
//!
//! From the list come the fields of a configuration, its default, what options and texts of players can set, and a name
//! for exactly its values. What must hold: a preset names numbers of its list, which a test of each says.

/// A number of a configuration `C`: its place there and the values it may take.
#[derive(Debug)]
pub struct Knob<C> {
    /// Name in options and player texts.
    pub name: &'static str,
    /// What it does and what it is worth.
    pub about: &'static str,
    /// Value unless set.
    pub default: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    pub(crate) get: fn(&C) -> i32,
    pub(crate) field: fn(&mut C) -> &mut i32,
}

impl<C> Knob<C> {
    /// The number that `value` stands for, if it is a whole one within the range.
    pub fn read(&self, value: &str) -> Option<i32> {
        let number = value.parse().ok();
        number.filter(|number| (self.min..=self.max).contains(number))
    }
}

/// Declares a configuration whose numbers are the list, with [`Knob`]s for them; `$presets` are its named settings, each as
/// what it changes of the first, and `$mark` stands before each number where its digest is made.
macro_rules! knobs {
    (
        $(#[$about_config:meta])+
        pub struct $Config:ident: $presets:ident, $mark:literal;
        $($(#[doc = $about:literal])+ $knob:ident = $default:literal, $min:literal..=$max:literal;)+
    ) => {
        $(#[$about_config])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Config {
            /// The name of the preset that was changed to make this.
            pub preset: &'static str,
            $($(#[doc = $about])+ pub $knob: i32,)+
        }

        impl Default for $Config {
            fn default() -> Self {
                Self {
                    preset: $presets[0].0,
                    $($knob: $default,)+
                }
            }
        }

        /// Every number, in the order of the list.
        pub const KNOBS: &[$crate::knobs::Knob<$Config>] = &[$($crate::knobs::Knob {
            name: stringify!($knob),
            about: concat!($($about, "\n"),+),
            default: $default,
            min: $min,
            max: $max,
            get: |config| config.$knob,
            field: |config| &mut config.$knob,
        },)+];

        const _: () = {
            $(assert!($min <= $default && $default <= $max);)+
        };

        impl $crate::knobs::Knob<$Config> {
            /// The number `name`, in any case.
            pub fn named(name: &str) -> Option<&'static Self> {
                let mut knobs = KNOBS.iter();
                knobs.find(|knob| knob.name.eq_ignore_ascii_case(name))
            }
        }

        impl $Config {
            /// The preset `name` (in any case), if there is one.
            pub fn of_preset(name: &str) -> Option<Self> {
                let mut presets = $presets.iter();
                let (preset, changes) = presets.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
                let mut config = Self {
                    preset,
                    ..Self::default()
                };
                for (name, value) in *changes {
                    config.put($crate::knobs::Knob::<Self>::named(name)?, *value);
                }
                Some(config)
            }

            /// The value of `knob`.
            pub fn get(&self, knob: &$crate::knobs::Knob<Self>) -> i32 {
                (knob.get)(self)
            }

            /// Sets `knob` to `value`, or to the nearest value in its range.
            pub fn put(&mut self, knob: &$crate::knobs::Knob<Self>, value: i32) {
                *(knob.field)(self) = value.clamp(knob.min, knob.max);
            }

            /// The numbers that differ from the preset, with their values here.
            pub fn changes(&self) -> Vec<(&'static str, i32)> {
                let preset = Self::of_preset(self.preset).unwrap_or_default();
                let changed = KNOBS.iter().filter(|knob| self.get(knob) != preset.get(knob));
                changed.map(|knob| (knob.name, self.get(knob))).collect()
            }

            /// A name for exactly these values: the first twelve hexadecimal digits of a SHA-256 of all numbers. Two
            /// configurations that search alike have one digest, whatever presets they were made of.
            pub fn digest(&self) -> String {
                let line = |knob: &$crate::knobs::Knob<Self>| {
                    format!(concat!($mark, "{}={}\n"), knob.name, self.get(knob))
                };
                let mut digest = base::files::sha256(KNOBS.iter().map(line).collect::<String>());
                digest.truncate(12);
                digest
            }
        }
    };
}
