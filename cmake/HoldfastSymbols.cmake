# The static library shows hf_ names alone.
#
# Functions that several files of the library share are external to each of them, and an archive has no notion of visibility: a program that has
# a `file_read` of its own would not link. So all objects are linked into one (ld -r), in which every other name is made local (objcopy), and
# that is what the archive holds. -ffunction-sections with --gc-sections still drops what a program does not use.
#
# Tests and benchmarks that call functions of the inside link holdfast_internal, the same objects with all their names.

# holdfast_archive_objects(VARIABLE): what the static library is made of.
function(holdfast_archive_objects variable)
  set(${variable} $<TARGET_OBJECTS:holdfast_objects> PARENT_SCOPE)
  if(NOT CMAKE_OBJCOPY)
    message(NOTICE "objcopy not found: the static library shows names of its inside, which may clash with a program's own (package binutils)")
    return()
  endif()
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    message(NOTICE "link-time optimization: the static library shows names of its inside, which may clash with a program's own")
    return()
  endif()
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/holdfast_whole.o)
  add_custom_command(OUTPUT ${whole}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${whole} $<TARGET_OBJECTS:holdfast_objects>
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=hf_* ${whole}
    DEPENDS holdfast_objects $<TARGET_OBJECTS:holdfast_objects>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Making names of the inside local")
  set(${variable} ${whole} PARENT_SCOPE)
endfunction()

# An archive gives a program only what it names, and nobody names the registers of papers/ and samples/ (register.c): they run before main.
# holdfast_keep_registers(ARCHIVE): whoever links this archive in this tree gets them.
function(holdfast_keep_registers archive)
  if(NOT TARGET holdfast_registers)
    add_library(holdfast_registers OBJECT papers/register.c samples/register.c)
    target_include_directories(holdfast_registers PRIVATE include src ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(holdfast_registers PRIVATE holdfast_flags)
  endif()
  target_sources(${archive} INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:holdfast_registers>>)
endfunction()
