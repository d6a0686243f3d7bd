// HDF5 keeps parts of a file to itself until it is closed, and crashes where it then finds no room for them on the disk
// (1.10 to 1.14: a metadata cache that cannot be flushed is freed all the same). So files of a size that memory has
// room for are made there, and their bytes are written by us, where a full disk is an error like any other.
// Cost: the file twice in memory while it is written.

#include "problem/io/fclib_image.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t INCREMENT = 1 << 20; // bytes by which it grows in memory

hid_t hdf5_image_create(const char *name)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
    if (access >= 0 && H5Pset_fapl_core(access, INCREMENT, 0) >= 0)
        file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (access >= 0) H5Pclose(access);
    return file;
}

static bool write_bytes(const char *name, const char *bytes, size_t size)
{
    int file = open(name, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return false;
    bool well = true;
    for (size_t done = 0; well && done < size;)
    {
        ssize_t written = write(file, bytes + done, size - done);
        well = written > 0 || (written < 0 && errno == EINTR);
        if (written > 0) done += (size_t)written;
    }
    int trouble = errno;
    if (close(file) != 0 && well) return false;
    errno = trouble;
    return well;
}

hf_status hdf5_image_finish(hid_t file, const char *name, const char *path, hf_status status, hf_error *error)
{
    char *bytes = NULL;
    if (file < 0) return status;
    ssize_t size =
        status == HF_STATUS_OK && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0 ? H5Fget_file_image(file, NULL, 0) : -1;
    if (size > 0) bytes = memory_zeroed((size_t)size, 1);
    bool well = bytes && H5Fget_file_image(file, bytes, (size_t)size) == size;
    bool closed = H5Fclose(file) >= 0;
    if (status == HF_STATUS_OK && (!well || !closed)) status = error_no_memory(error);
    if (status == HF_STATUS_OK && !write_bytes(name, bytes, (size_t)size))
        status = file_error(error, HF_STATUS_FILE, path, "cannot be written: %s",
                            errno == ENOSPC || errno == EFBIG || errno == EDQUOT ? "there is no room on the disk"
                                                                                 : strerror(errno));
    free(bytes);
    return status;
}
