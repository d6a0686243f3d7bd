// The words that a summary's lines begin with.

#ifndef HF_TOOL_SUMMARY_KEY_H
#define HF_TOOL_SUMMARY_KEY_H

/// Begins a line of the summary on stdout. On a terminal the word is a link to the page that explains it, where the pages
/// are installed beside the tool.
void summary_key(const char *key);

#endif
