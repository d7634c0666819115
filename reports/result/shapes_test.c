/* The schema file agrees with the tables: the same members, types and words; the same members are
 * required. */
#include "reports/result/shapes.h"

#include <string.h>
#include "tap/tap.h"

static const char path[] = "reports/results.schema.json";

static const json_t *follow(const json_t *root, const json_t *node)
{
    static const char prefix[] = "#/definitions/";
    const char *ref = json_string_value(json_object_get(node, "$ref"));
    if (!ref)
        return node;
    return json_object_get(json_object_get(root, "definitions"), ref + strlen(prefix));
}

static bool has_text(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), text) == 0)
            return true;
    return false;
}

static bool allows_type(const json_t *node, const char *type)
{
    const json_t *said = json_object_get(node, "type");
    return json_is_array(said) ? has_text(said, type)
                               : said && strcmp(json_string_value(said), type) == 0;
}

/* An enum or a constant in the schema has no type; its values show the type. */
static const char *type_of(const struct field *f)
{
    return f->type == JSON_STRING    ? "string"
           : f->type == JSON_INTEGER ? "integer"
           : f->type == JSON_TRUE    ? "boolean"
                                     : "object";
}

static void test_words(const struct field_words *words, const json_t *list)
{
    size_t found = 0;
    for (unsigned i = 0; i < words->count; i++)
        found += has_text(list, words->name(i));
    ok(found == words->count && found == json_array_size(list), "  every %s is in the schema",
       words->what);
}

static void test_shape(const struct shape *s, const json_t *root, const json_t *node);

static void test_field(const struct field *f, const json_t *root, const json_t *node)
{
    const json_t *one = node;
    if (f->is_list) {
        ok(allows_type(node, "array"), "  %s is a list", f->name);
        is_int(json_integer_value(json_object_get(node, "maxItems")), f->max, "  of so many");
        one = follow(root, json_object_get(node, "items"));
    }
    const json_t *minimum = json_object_get(one, "minimum");
    bool has_values = json_object_get(one, "enum") || json_object_get(one, "const");
    if (!f->print && !has_values)
        ok(allows_type(one, type_of(f)), "  %s is of type %s", f->name, type_of(f));
    if (!f->print && !has_values && f->type == JSON_INTEGER)
        is_int(minimum != NULL, !f->is_signed, "  and below zero or not");
    is_int(allows_type(one, "null"), f->or_null, "  %s can be null or not", f->name);
    if (f->words && json_object_get(one, "enum"))
        test_words(f->words, json_object_get(one, "enum"));
    if (f->of)
        test_shape(f->of, root, one);
}

/* The schema may require a member that a reader does not: `may_lack`. */
static void test_shape(const struct shape *s, const json_t *root, const json_t *node)
{
    const json_t *members = json_object_get(node, "properties");
    is_int(json_object_size(members), s->count, "as many members as rows, from %s on",
           s->field[0].name);
    for (size_t i = 0; i < s->count; i++) {
        const struct field *f = &s->field[i];
        const json_t *member = json_object_get(members, f->name);
        bool demanded = f->if_size == 0 && !f->or_empty;
        bool promised = has_text(json_object_get(node, "required"), f->name);
        ok(member != NULL, "%s is in the schema", f->name);
        ok(demanded == promised || f->may_lack, "  it is demanded or not");
        test_field(f, root, follow(root, member));
    }
}

static void test_verdicts(const json_t *root)
{
    const json_t *run = json_object_get(json_object_get(root, "definitions"), "run");
    const json_t *summary = json_object_get(json_object_get(run, "properties"), "summary");
    is_int(json_object_size(json_object_get(summary, "properties")), VERDICT_COUNT,
           "the summary has a member for each verdict");
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        ok(has_text(json_object_get(summary, "required"), verdict_name((enum verdict)v)), "  %s",
           verdict_name((enum verdict)v));
}

int main(void)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    ok(root != NULL, "the schema can be read") || (diag("%s", error.text), 0);
    const json_t *schema = json_object_get(json_object_get(root, "properties"), "schema");
    is_int(json_integer_value(json_object_get(schema, "const")), RESULTS_SCHEMA, "its number");
    test_shape(&shape_file, root, root);
    test_verdicts(root);
    json_decref(root);
    return done_testing();
}
