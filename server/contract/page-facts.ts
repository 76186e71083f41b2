import { z } from 'zod'

const median = z.number().nullable()

/** Medians over the valid samples of a page's first 512 rounds. */
export const pageFacts = z.strictObject({
  requests: median,
  sizeBytes: median,
  domains: median,
  servers: median,
  shareTop: z.array(median).meta({ description: 'Share of requests to the top 1, 2, … 5 hosts' }),
  initialWindow: median,
  rttMinMs: median,
  rttMedianMs: median,
  rttMaxMs: median,
})

export type PageFacts = z.output<typeof pageFacts>
