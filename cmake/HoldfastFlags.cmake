# Compiler flags of everything that is ours, as an interface target.

add_library(holdfast_flags INTERFACE)
target_compile_options(holdfast_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
  -ffp-contract=off   # the same bits whatever the optimizer does: docs/architecture.md, determinism
  -fno-math-errno)
if(HOLDFAST_WERROR)
  target_compile_options(holdfast_flags INTERFACE -Werror)
endif()
if(HOLDFAST_NATIVE)
  target_compile_options(holdfast_flags INTERFACE -march=native)
endif()
if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_flags INTERFACE -fsanitize=${HOLDFAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_flags INTERFACE -fsanitize=${HOLDFAST_SANITIZE})
endif()
if(HOLDFAST_COVERAGE)
  target_compile_options(holdfast_flags INTERFACE --coverage)
  target_link_options(holdfast_flags INTERFACE --coverage)
endif()
target_link_libraries(holdfast_flags INTERFACE m)
