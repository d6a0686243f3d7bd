#include "problem/io/form_items.h"

#include "base/arena.h"
#include "problem/problem.h"

#include <limits.h>

/// A list of items that grows at its end.
typedef struct item_list
{
    form_item *items;
    int count;
} item_list;

static void put_integers(item_list *list, const char *name, int count, const int *values)
{
    list->items[list->count++] = (form_item){.name = name, .count = count, .integers = values};
}

static void put_numbers(item_list *list, const char *name, int count, const double *values)
{
    list->items[list->count++] = (form_item){.name = name, .count = count, .numbers = values};
}

bool form_is_too_large(const hf_problem *p)
{
    return (p->factored ? p->rows.at[p->block_count] : block_at(p, p->W.begin[p->block_count])) > INT_MAX;
}

int form_items(const hf_problem *p, hf_workspace *arena, form_item items[FORM_ITEMS_MAX])
{
    enum
    {
        VERSION,
        FRICTION,
        FACTORED = FRICTION + 2,
        SINGLE_COUNT
    };
    const hf_friction_law law = hf_problem_laws(p).friction;
    const size_t *begin = p->factored ? p->rows.begin : p->W.begin;
    int n = p->block_count, coefficients = (int)(sizeof(hf_friction_coefficients) / sizeof(double));
    int *single = ARENA_ARRAY(arena, int, SINGLE_COUNT), *kind = ARENA_ARRAY(arena, int, n + 1);
    int *offsets = ARENA_ARRAY(arena, int, n + 1);
    double *direction = ARENA_ARRAY(arena, double, 1);
    if (!single || !kind || !offsets || !direction) return 0;
    single[VERSION] = p->coefficients ? 2 : 1;
    single[FRICTION] = (int)law.kind, single[FRICTION + 1] = law.sides;
    single[FACTORED] = p->factored;
    *direction = law.direction;
    for (int i = 0; i < n; i++) kind[i] = (int)p->kind[i];
    for (int i = 0; i <= n; i++) offsets[i] = (int)begin[i];

    item_list list = {.items = items};
    put_integers(&list, "version", 1, &single[VERSION]);
    put_integers(&list, "friction", 2, &single[FRICTION]);
    put_numbers(&list, "friction_direction", 1, direction);
    put_integers(&list, "size", n, p->size);
    put_integers(&list, "kind", n, kind);
    put_numbers(&list, "mu", n, p->mu);
    put_numbers(&list, "lo", n, p->lo);
    put_numbers(&list, "hi", n, p->hi);
    put_numbers(&list, "b", p->dimension, p->b);
    if (p->coefficients) put_numbers(&list, "coefficients", coefficients * n, (const double *)p->coefficients);
    put_integers(&list, "factored", 1, &single[FACTORED]);
    put_integers(&list, "begin", n + 1, offsets);
    put_integers(&list, "index", offsets[n], p->factored ? p->rows.dof : p->W.col);
    if (p->factored)
    {
        put_integers(&list, "dof_count", 1, &p->rows.dof_count);
        put_numbers(&list, "H", (int)p->rows.at[n], p->rows.H);
        put_numbers(&list, "G", (int)p->rows.at[n], p->rows.G);
    }
    else put_numbers(&list, "values", (int)block_at(p, p->W.begin[n]), p->W.values);
    return list.count;
}
