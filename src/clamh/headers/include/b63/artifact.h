/* What a build by CLAMH knows and a program does not. The build adds a file that defines `b63_artifact`. */
#ifndef B63_ARTIFACT_H
#define B63_ARTIFACT_H

struct b63_artifact {
    const char *language, *platform, *toolchain, *version, *flags, *sources; /* as in the event `hello`; NULL: unknown */
    const char *const *settings; /* pairs: the name of a benchmark, and fields of its event in the catalog */
};

#endif
