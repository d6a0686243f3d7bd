# The page as C arrays, so that a page needs no file beside the library.
#   in a project: include(HoldfastViewer) makes ${HOLDFAST_VIEWER_SOURCE}
#   as a script:  cmake -DOUT=page_files.c -DTEMPLATE=… -DSTYLE=… -DSCRIPT=… -P HoldfastViewer.cmake

if(CMAKE_SCRIPT_MODE_FILE)
  function(as_array name files)
    set(hex "")
    foreach(file ${files})
      file(READ ${file} content HEX)
      string(APPEND hex "${content}")
    endforeach()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "((0x..,){32})" "\\1\n" bytes "${bytes}")
    set(text "${text}const unsigned char page_${name}[] = {\n${bytes}0};\nconst size_t page_${name}_size = sizeof page_${name} - 1;\n" PARENT_SCOPE)
  endfunction()
  set(text "// Made from viewer/ by cmake/HoldfastViewer.cmake.\n#include \"record/page/page.h\"\n")
  as_array(template "${TEMPLATE}")
  as_array(style "${STYLE}")
  as_array(script "${SCRIPT}")
  file(WRITE ${OUT} "${text}")
  return()
endif()

set(viewer ${CMAKE_CURRENT_SOURCE_DIR}/viewer)
set(viewer_scripts ${viewer}/bundle/viewer.js) # made from viewer/src by viewer/build.mjs
set(HOLDFAST_VIEWER_SOURCE ${CMAKE_BINARY_DIR}/page_files.c)
add_custom_command(
  OUTPUT ${HOLDFAST_VIEWER_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DOUT=${HOLDFAST_VIEWER_SOURCE} -DTEMPLATE=${viewer}/page.html -DSTYLE=${viewer}/style.css
          "-DSCRIPT=${viewer_scripts}" -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/HoldfastViewer.cmake
  DEPENDS ${viewer_scripts} ${viewer}/page.html ${viewer}/style.css ${CMAKE_CURRENT_SOURCE_DIR}/cmake/HoldfastViewer.cmake
  COMMENT "Putting the viewer into the library" VERBATIM)
