// The capstan of a fibre with thickness: a rope (der) round half a drum is held at 0.99 of exp(μ π), and slides at
// 1.01. A rope that stretches (corde) slips here and there before it holds, and is not asked.

#include "support/fibre_world.h"

TEST(capstan)
{
    for (int i = 1; i <= 5; i++)
    {
        double mu = 0.1 * i, law = exp(mu * pi);
        double held = capstan_slip(HF_FIBRE_DER, 60, mu, 0.99 * law),
               slid = capstan_slip(HF_FIBRE_DER, 60, mu, 1.01 * law);
        printf("| %.1f | %.4f | %.1e | %.1e |\n", mu, law, held, slid);
        CHECK(held < 2e-5 && slid > 1e-4);
    }
}
