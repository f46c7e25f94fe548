//! Every test that looks at the library or the program from outside. One program holds them all:
//! each further one would have to be linked with the whole engine again.

mod architecture;
