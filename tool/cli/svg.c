// A page of 900 × 500 points: title, frame with grid, one path for each series, and a legend at the right.
//
// Long histories are thinned: of all points that fall into the same half point of width, the first, the lowest, the
// highest and the last are drawn, so that the picture is the same and the file stays small.

#include "svg.h"

#include "console.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PAGE_WIDTH = 900,
    PAGE_HEIGHT = 500,
    FRAME_LEFT = 76,
    FRAME_TOP = 72,
    FRAME_BOTTOM = 440, // at least
    BELOW_FRAME = PAGE_HEIGHT - FRAME_BOTTOM,
    LEGEND_GAP = 18,
    LEGEND_SAMPLE = 26, // the piece of line before a name
    LEGEND_LINE = 22,
    CROWDED_LINE = 15,
    LETTER_WIDTH = 9, // of the legend's text, generous
    CROWDED_LETTER = 8,
    SERIES_COLOURS = 8,
};

// Told apart on white also by those who do not see red and green as two colours.
static const char *const colours[SERIES_COLOURS] = {"#0b6fb8", "#d9541e", "#1b9e6b", "#a0429b",
                                                    "#c79a00", "#3bb0d9", "#5c5c5c", "#b5123e"};
static const char *const dashes[] = {"", "7 4", "2 3", "10 3 2 3"};

static const double CURVE_PIECE = 2.0;   // points between two that are drawn
static const double CURVE_MARGIN = 0.04; // of the range, on each side
static const double LOG_FLOOR = 1e-17;   // smaller values on a logarithmic axis sit at its end

/// Where the frame ends.
typedef struct plot_frame
{
    double right;
    int bottom;
} plot_frame;

typedef struct axis_scale
{
    double least, most; // of the value, or of its logarithm to base 10
    bool logarithmic;
    double from, to; // points on the page
} axis_scale;

static double scale_value(const axis_scale *scale, double value)
{
    double v = !scale->logarithmic ? value : value > 0.0 ? log10(value) : scale->least;
    if (v < scale->least) v = scale->least;
    if (v > scale->most) v = scale->most;
    return scale->from + (scale->to - scale->from) * (v - scale->least) / (scale->most - scale->least);
}

static void write_escaped(FILE *out, const char *text)
{
    for (; text && *text; text++) // labels may be left out
    {
        switch (*text)
        {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)*text < 0x20 ? ' ' : *text, out); break;
        }
    }
}

static void write_text(FILE *out, double x, double y, const char *attributes, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
    write_escaped(out, text);
    fputs("</text>\n", out);
}

/// The range of an axis over all series.
static axis_scale make_scale(const plot_def *plot, bool vertical, double from, double to)
{
    const plot_axis *axis = vertical ? &plot->y : &plot->x;
    double least = INFINITY, most = -INFINITY;
    for (int s = 0; s < plot->series_count; s++)
        for (size_t k = 0; k < plot->series[s].count; k++)
        {
            double v = vertical ? plot->series[s].y[k] : plot->series[s].x[k];
            if (!isfinite(v) || (axis->logarithmic && v <= LOG_FLOOR)) continue;
            least = fmin(least, v);
            most = fmax(most, v);
        }
    if (vertical && plot->reference > 0.0)
    {
        least = fmin(least, plot->reference);
        most = fmax(most, plot->reference);
    }
    if (axis->least != 0.0 || axis->most != 0.0)
    {
        least = axis->least;
        most = axis->most;
    }
    if (!(least <= most)) least = most = 1.0; // nothing to show
    double margin = plot->curve ? CURVE_MARGIN * (most - least) : 0.0;
    least -= margin;
    most += margin;
    axis_scale scale = {.logarithmic = axis->logarithmic, .from = from, .to = to, .least = least, .most = most};
    if (axis->logarithmic)
    {
        scale.least = log10(least);
        scale.most = log10(most);
        if (vertical)
        {
            scale.least = floor(scale.least);
            scale.most = ceil(scale.most);
        }
    }
    if (scale.most - scale.least < 1e-9 * (1.0 + fabs(scale.least))) scale.most = scale.least + 1.0;
    return scale;
}

/// The distance of ticks on a linear axis: 1, 2 or 5 times a power of ten, about six of them.
static double tick_distance(double range)
{
    double raw = range / 6.0, power = pow(10.0, floor(log10(raw))), share = raw / power;
    return power * (share <= 1.0 ? 1.0 : share <= 2.0 ? 2.0 : share <= 5.0 ? 5.0 : 10.0);
}

static void write_tick(FILE *out, const axis_scale *scale, bool vertical, plot_frame frame, double value,
                       const char *label, bool strong)
{
    double at = scale_value(scale, value);
    const char *stroke = strong ? "#d8dde3" : "#eef1f4";
    if (vertical) fprintf(out, "<path d=\"M%d %.1fH%.1f\" stroke=\"%s\"/>\n", FRAME_LEFT, at, frame.right, stroke);
    else fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"%s\"/>\n", at, FRAME_TOP, frame.bottom, stroke);
    if (!label) return;
    if (vertical)
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", FRAME_LEFT - 9, at + 4.5, label);
    else fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", at, frame.bottom + 21, label);
}

/// Decades, and on short axes the digits between them.
static void write_decades(FILE *out, const axis_scale *scale, bool vertical, plot_frame frame)
{
    int first = (int)ceil(scale->least - 1e-9), last = (int)floor(scale->most + 1e-9);
    int stride = 1 + (last - first) / 10;
    double span = scale->most - scale->least;
    for (int d = first - 1; d <= last; d++)
    {
        char label[80];
        bool plain = span <= 5.0 && first >= -2 && last <= 5; // 1, 10, 100 read easier than powers
        if (plain) snprintf(label, sizeof label, "%g", pow(10.0, d));
        else
            snprintf(label, sizeof label, "10<tspan dy=\"-6\" font-size=\"10\">%s%d</tspan>", d < 0 ? "−" : "", abs(d));
        bool labelled = (d - first) % stride == 0;
        for (int digit = 2; digit < 10 && span <= 4.0; digit++)
        {
            double value = digit * pow(10.0, d);
            if (log10(value) < scale->least || log10(value) > scale->most) continue;
            char small[40];
            snprintf(small, sizeof small, "%g", value);
            bool useful = span < 1.3 && (digit == 2 || digit == 5);
            write_tick(out, scale, vertical, frame, value, useful ? small : NULL, false);
        }
        if (d >= first) write_tick(out, scale, vertical, frame, pow(10.0, d), labelled ? label : NULL, true);
    }
}

static void write_axis(FILE *out, const plot_axis *axis, const axis_scale *scale, bool vertical, plot_frame frame)
{
    if (axis->logarithmic) write_decades(out, scale, vertical, frame);
    else
    {
        double distance = tick_distance(scale->most - scale->least);
        for (double k = ceil(scale->least / distance - 1e-9); k * distance <= scale->most + 1e-9 * distance; k += 1.0)
        {
            char label[40];
            double value = k == 0.0 ? 0.0 : k * distance; // ceil may give -0
            snprintf(label, sizeof label, axis->percent ? "%g %%" : "%g", axis->percent ? 100.0 * value : value);
            write_tick(out, scale, vertical, frame, value, label, true);
        }
    }
    char attributes[160];
    double middle = 0.5 * (FRAME_TOP + frame.bottom);
    if (vertical)
    {
        snprintf(attributes, sizeof attributes, " text-anchor=\"middle\" transform=\"rotate(-90 20 %.1f)\"", middle);
        write_text(out, 20.0, middle, attributes, axis->label);
    }
    else write_text(out, 0.5 * (FRAME_LEFT + frame.right), frame.bottom + 45, " text-anchor=\"middle\"", axis->label);
}

/// Points that share a column, waiting to be drawn.
typedef struct pixel_column
{
    double x, first, low, high, last;
    bool filled;
} pixel_column;

static void write_column(FILE *out, pixel_column *column, bool *begun)
{
    if (!column->filled) return;
    double ys[4] = {column->first, column->low, column->high, column->last};
    for (int k = 0; k < 4; k++)
    {
        if (k > 0 && ys[k] == ys[k - 1]) continue;
        fprintf(out, "%s%.1f %.1f", *begun ? "L" : "M", column->x, ys[k]);
        *begun = true;
    }
    column->filled = false;
}

static void write_path(FILE *out, const plot_def *plot, const plot_series *series, const axis_scale *sx,
                       const axis_scale *sy, double *end_x, double *end_y)
{
    pixel_column column = {.filled = false};
    bool begun = false;
    for (size_t k = 0; k < series->count; k++)
    {
        if (!isfinite(series->x[k]) || !isfinite(series->y[k])) continue;
        double x = scale_value(sx, series->x[k]), y = scale_value(sy, series->y[k]);
        if (plot->curve)
        {
            if (begun && hypot(x - *end_x, y - *end_y) < CURVE_PIECE) continue;
            fprintf(out, begun ? "L%.1f %.1f" : "M%.1f %.1f", x, y);
            begun = true;
        }
        else if (plot->steps)
        {
            fprintf(out, begun ? "H%.1fV%.1f" : "M%.1f %.1f", x, y);
            begun = true;
        }
        else if (column.filled && fabs(x - column.x) < 0.5)
        {
            column.low = fmin(column.low, y);
            column.high = fmax(column.high, y);
            column.last = y;
        }
        else
        {
            write_column(out, &column, &begun);
            column = (pixel_column){.x = x, .first = y, .low = y, .high = y, .last = y, .filled = true};
        }
        *end_x = x;
        *end_y = y;
    }
    write_column(out, &column, &begun);
}

static const char *colour_of(const plot_def *plot, int s)
{
    return plot->series[s].colour ? plot->series[s].colour : colours[s % SERIES_COLOURS];
}

static const char *dash_of(const plot_def *plot, int s)
{
    return plot->series[s].dash ? plot->series[s].dash : dashes[s / SERIES_COLOURS % 4];
}

static double width_of(const plot_def *plot, int s, double usual)
{
    return plot->series[s].width > 0.0 ? plot->series[s].width : usual;
}

/// The first series comes last, and lies above the others.
static void write_series(FILE *out, const plot_def *plot, const axis_scale *sx, const axis_scale *sy)
{
    for (int s = plot->series_count - 1; s >= 0; s--)
    {
        double x = NAN, y = NAN;
        fputs("<path d=\"", out);
        write_path(out, plot, &plot->series[s], sx, sy, &x, &y);
        fprintf(out,
                "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-linejoin=\"round\" "
                "stroke-dasharray=\"%s\"/>\n",
                colour_of(plot, s), width_of(plot, s, 2.2), dash_of(plot, s));
        if (!plot->steps && !plot->curve && isfinite(x))
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\" fill=\"%s\" stroke=\"#ffffff\"/>\n", x, y,
                    colour_of(plot, s));
    }
}

static void write_legend(FILE *out, const plot_def *plot, double right)
{
    int line = plot->crowded ? CROWDED_LINE : LEGEND_LINE;
    double x = right + LEGEND_GAP, y = FRAME_TOP + (plot->crowded ? 6 : 12);
    const char *small = plot->crowded ? " font-size=\"11.5\"" : "";
    for (int s = 0; s < plot->series_count; s++, y += line)
    {
        if (plot->series[s].heading)
        {
            char attributes[80];
            snprintf(attributes, sizeof attributes, "%s font-weight=\"bold\" fill=\"%s\"", small, colour_of(plot, s));
            if (s > 0) y += 0.4 * line;
            write_text(out, x, y + 4.0, attributes, plot->series[s].heading);
            y += line;
        }
        fprintf(out,
                "<path d=\"M%.1f %.1fh%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" "
                "stroke-dasharray=\"%s\"/>\n",
                x, y, LEGEND_SAMPLE, colour_of(plot, s), width_of(plot, s, 3.0), dash_of(plot, s));
        write_text(out, x + LEGEND_SAMPLE + 8, y + 4.0, small, plot->series[s].name);
    }
}

/// The frame ends so that the longest name fits beside it, and the legend.
static plot_frame frame_of(const plot_def *plot)
{
    int widest = 6;
    double lines = plot->series_count;
    for (int s = 0; s < plot->series_count; s++)
    {
        int width = text_width(plot->series[s].name);
        if (width > widest) widest = width;
        if (plot->series[s].heading) lines += 1.4;
    }
    int letter = plot->crowded ? CROWDED_LETTER : LETTER_WIDTH;
    int legend = LEGEND_GAP + LEGEND_SAMPLE + 16 + letter * widest;
    int bottom = FRAME_TOP + (int)lround(CROWDED_LINE * lines);
    return (plot_frame){.right = PAGE_WIDTH - (legend < PAGE_WIDTH / 2 ? legend : PAGE_WIDTH / 2),
                        .bottom = plot->crowded && bottom > FRAME_BOTTOM ? bottom : FRAME_BOTTOM};
}

void plot_write(FILE *out, const plot_def *plot)
{
    int lines =
        plot->crowded ? 0 : FRAME_TOP + 24 + LEGEND_LINE * plot->series_count; // a long legend makes a taller page
    plot_frame frame = frame_of(plot);
    int height = lines > frame.bottom + BELOW_FRAME ? lines : frame.bottom + BELOW_FRAME;
    axis_scale sx = make_scale(plot, false, FRAME_LEFT, frame.right);
    axis_scale sy = make_scale(plot, true, frame.bottom, FRAME_TOP);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" font-size=\"13.5\" "
            "fill=\"#333b44\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            PAGE_WIDTH, height, PAGE_WIDTH, height);
    write_text(out, FRAME_LEFT, 30, " font-size=\"18\" font-weight=\"bold\" fill=\"#1b2128\"", plot->title);
    if (plot->subtitle) write_text(out, FRAME_LEFT, 51, " fill=\"#66707a\"", plot->subtitle);
    write_axis(out, &plot->x, &sx, false, frame);
    write_axis(out, &plot->y, &sy, true, frame);
    fprintf(out, "<path d=\"M%d %dV%dH%.1f\" fill=\"none\" stroke=\"#8a949e\"/>\n", FRAME_LEFT, FRAME_TOP, frame.bottom,
            frame.right);
    if (plot->reference > 0.0)
    {
        double y = scale_value(&sy, plot->reference);
        fprintf(out, "<path d=\"M%d %.1fH%.1f\" stroke=\"#66707a\" stroke-width=\"1.3\" stroke-dasharray=\"5 4\"/>\n",
                FRAME_LEFT, y, frame.right);
        if (plot->reference_label)
            write_text(out, FRAME_LEFT + 7, y - 6, " fill=\"#66707a\" font-size=\"12\"", plot->reference_label);
    }
    write_series(out, plot, &sx, &sy);
    write_legend(out, plot, frame.right);
    fputs("</svg>\n", out);
}
