// Stands in for pluginlib's header of this name: the class is made by a function.

#pragma once

#include <memory>

#define PLUGINLIB_EXPORT_CLASS(type, base)                                                                             \
    std::unique_ptr<base> make_exported()                                                                              \
    {                                                                                                                  \
        return std::make_unique<type>();                                                                               \
    }
