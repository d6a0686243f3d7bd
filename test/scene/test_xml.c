// The reader of XML: its trees, and what it refuses, with the line of the fault.

#include "support/harness.h"
#include "support/scene_text.h"

#include "base/arena.h"
#include "base/file.h"
#include "scene/xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hf_status parse(const char *text, hf_workspace *arena, xml_node **root, hf_error *error)
{
    char *copy = text_copy(arena, text, strlen(text));
    return xml_parse("t.xml", arena, copy, strlen(text), root, error);
}

TEST(elements_attributes_and_lines)
{
    hf_workspace *arena;
    hf_error error;
    xml_node *root;
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    CHECK(parse("\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a <b> -->\n<s:svg xmlns:s='x' a=\"1 &lt;&#65;&#x20AC;\n2\"\n  "
                "s:b='\"'>\ntext &amp; <c/>\n<![CDATA[<d>]]><e\n></e></s:svg>\n",
                arena, &root, &error) == HF_STATUS_OK);
    CHECK(strcmp(root->name, "svg") == 0 && root->line == 5 && root->attribute_count == 2);
    CHECK(strcmp(xml_value(root, "a"), "1 <A\xE2\x82\xAC 2") == 0);
    CHECK(strcmp(xml_value(root, "b"), "\"") == 0 && !xml_value(root, "xmlns"));
    CHECK(root->first && strcmp(root->first->name, "c") == 0 && root->first->line == 6);
    CHECK(root->first->next && strcmp(root->first->next->name, "e") == 0 && root->first->next->line == 8);
    CHECK(!root->first->next->next && !root->next);
    hf_workspace_destroy(arena);
}

TEST(a_declaration_may_be_late_or_bare)
{
    static const char *const texts[] = {
        "\n\n<?xml version='1.0'?>\n<a b='1'/>",
        " <!-- -- one\n --><?xml version='1.0' ?><!-- two --><a b='1'/>",
        "<?xml?>\n<a b='1'/>",
        "\xEF\xBB\xBF <?xml encoding='utf-8'?><a b='1'/>",
        "<?xml version=\"1.0\"?><a b='1'/>",
    };
    static const int lines[] = {4, 2, 2, 1, 1};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    {
        hf_workspace *arena;
        hf_error error = {0};
        xml_node *root = NULL;
        CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
        hf_status status = xml_read(text_file("late.xml", texts[k]), arena, &root, &error);
        CHECK(status == HF_STATUS_OK && root && strcmp(root->name, "a") == 0 && root->line == lines[k]);
        hf_workspace_destroy(arena);
    }
}

TEST(a_file_of_a_gigabyte_is_refused_before_it_is_read)
{
    const char *path = text_file("large.xml", "<a/>");
    hf_workspace *arena;
    hf_error error = {0};
    xml_node *root;
    CHECK(truncate(path, (off_t)1 << 30) == 0); // it has holes, and takes no room
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    CHECK(xml_read(path, arena, &root, &error) == HF_STATUS_FILE);
    CHECK(strstr(error.message, "large.xml") && strstr(error.message, "1073741824 bytes"));
    hf_workspace_destroy(arena);
    remove(path);
}

TEST(a_file_of_millions_of_tags_is_refused_before_it_is_parsed)
{
    const size_t count = XML_TAGS_MAX + 1;
    char *text = malloc(count + 4);
    if (!text) SKIP("no memory for the text");
    memcpy(text, "<a>", 3);
    memset(text + 3, '<', count);
    const char *path = text_file_sized("tags.xml", text, count + 3);
    free(text);
    hf_workspace *arena;
    hf_error error = {0};
    xml_node *root;
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    CHECK(xml_read(path, arena, &root, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "tags.xml") && strstr(error.message, "more than 4000000 tags"));
    hf_workspace_destroy(arena);
    remove(path);
}

TEST(what_is_not_well_formed_is_refused_with_its_line)
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        {"", "no element"},
        {"<a>", "<a> of line 1 is open"},
        {"<a></b>", "another name while <a> of line 1"},
        {"</a>", "end tag"},
        {"<a/><b/>", "more than one"},
        {"<a/>text", "outside"},
        {"<a b/>", "no value"},
        {"<a b=c/>", "quotes"},
        {"<a b='c/>", "no end"},
        {"<a b='<'/>", "quote that ends it"},
        {"<a b='&unknown;'/>", "reference"},
        {"<a b='&#0;'/>", "reference"},
        {"<a>&x;</a>", "reference"},
        {"<a b='1' b='2'/>", "twice"},
        {"<a b='1'c='2'/>", "blank"},
        {"<1/>", "name"},
        {"<a/ >", "no end"},
        {"<!-- <a/>", "comment"},
        {"\n\n<a>\x01</a>", "t.xml:3: malformed XML: a byte that cannot stand"},
        {"<a b='\xFF'/>", "cannot stand"},
        {"<a b='\xC3\x28'/>", "cannot stand"},
        {"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "DOCTYPE"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_workspace *arena;
        hf_error error = {0};
        xml_node *root;
        CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
        CHECK(parse(cases[k].text, arena, &root, &error) == HF_STATUS_FORMAT);
        if (!strstr(error.message, cases[k].says)) printf("%s: %s\n", cases[k].text, error.message);
        CHECK(strstr(error.message, cases[k].says) && strncmp(error.message, "t.xml:", 6) == 0);
        hf_workspace_destroy(arena);
    }
}

TEST(deep_nesting_has_a_limit)
{
    hf_workspace *arena;
    hf_error error;
    xml_node *root;
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    char *text = malloc(3 * 5000 + 1);
    CHECK(text != NULL);
    for (int k = 0; k < 5000; k++) memcpy(text + 3 * (size_t)k, "<a>", 4);
    CHECK(parse(text, arena, &root, &error) == HF_STATUS_FORMAT && strstr(error.message, "nested"));
    free(text);
    hf_workspace_destroy(arena);
}
