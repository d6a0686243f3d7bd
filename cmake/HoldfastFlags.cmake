# Compiler flags of everything that is ours, as an interface target.

add_library(holdfast_flags INTERFACE)
target_compile_options(holdfast_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
  -ffp-contract=off   # the same bits whatever the optimizer does: docs/architecture.md, determinism
  -fno-math-errno)
# Not enough on x86: GCC's vectorizer makes fused instructions (vfmaddsub) of cross products all the same. Other machines have no such flag;
# there -ffp-contract=off is what there is, and scripts/check_bits looks at what came out.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  target_compile_options(holdfast_flags INTERFACE -mno-fma -mno-fma4)
endif()
if(WIN32) # formats of C17, of MinGW's own library and not of msvcrt
  target_compile_definitions(holdfast_flags INTERFACE __USE_MINGW_ANSI_STDIO=1)
  target_compile_options(holdfast_flags INTERFACE -Wno-float-conversion) # its isfinite() warns
endif()
if(HOLDFAST_WERROR)
  target_compile_options(holdfast_flags INTERFACE -Werror)
endif()
if(HOLDFAST_NATIVE)
  # The last word counts. AVX-512 has fused instructions of its own, which GCC takes (14 in src/), whatever -mno-fma says.
  target_compile_options(holdfast_flags INTERFACE -march=native -mno-fma -mno-fma4)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    target_compile_options(holdfast_flags INTERFACE -mno-avx512f)
  endif()
endif()
target_compile_definitions(holdfast_flags INTERFACE HOLDFAST_NATIVE=$<BOOL:${HOLDFAST_NATIVE}>)
if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_flags INTERFACE -fsanitize=${HOLDFAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_flags INTERFACE -fsanitize=${HOLDFAST_SANITIZE})
endif()
if(HOLDFAST_ARENA_DEBUG)
  target_compile_definitions(holdfast_flags INTERFACE HF_ARENA_DEBUG)
endif()
if(HOLDFAST_COVERAGE)
  target_compile_options(holdfast_flags INTERFACE --coverage)
  target_link_options(holdfast_flags INTERFACE --coverage)
endif()
target_link_libraries(holdfast_flags INTERFACE m)
