"""Names of the user's code that take the place of functions of the C library in the whole program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clamh.languages.frontends import rule_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration

# What the core calls: a function or variable of the program with any of these names would be called in its place.
LIBRARY = frozenset("""
    abort aligned_alloc calloc ceil clock_gettime close cos dl_iterate_phdr dlsym execv execvp exit fclose fcntl fflush
    floor fmax fmin fopen fprintf fputc fputs fread free fseek fwrite getenv getpagesize getpid getrlimit getrusage
    log log1p longjmp malloc memchr memcmp memcpy memmove memset mmap mprotect newlocale open pread printf
    pthread_attr_destroy pthread_attr_init pthread_attr_setstacksize pthread_create pthread_join
    pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_self pthread_sigmask
    putc putchar puts qsort read realloc realpath rewind sched_getaffinity sched_yield sigaddset
    sigemptyset sin sincos snprintf sqrt stderr stdout strchr strcmp strcspn strerror strlen strncmp strndup strspn
    strstr strtod strtof strtok_r strtold strtoll strtoull syscall sysconf tan unsetenv uselocale vfprintf vprintf
    vsnprintf write
""".split())
# What keeps a name inside its file. The names of C++'s functions have their types in them.
INTERNAL = {"c": {"static"}, "cpp": {"static", "const", "constexpr"}}


def find_library_names(language: str, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of definitions with such a name; only warnings under #if, since the compiler may leave them out."""
    for declaration in declarations:
        name, variable = declaration.name, declaration.kind == "field"
        inside = declaration.scope or declaration.facts.get("hidden")
        internal = INTERNAL[language] & {*declaration.modifiers}
        if "pointer" in declaration.modifiers:  # `const char *read` itself is not constant
            internal -= {"const"}
        if name not in LIBRARY or inside or internal or variable and "extern" in declaration.modifiers:
            continue
        if variable or language == "c" and declaration.kind == "function" and declaration.body is not None:
            error = rule_error(f"{language}-library-name", declaration,
                               f"{name} is a function of the C library, which CLAMH's worker calls",
                               "write `static` before it, or rename it: the worker would call this "
                               + ("variable" if variable else name))
            yield replace(error, severity="warning") if declaration.conditional else error
