import { z } from 'zod'
import { PRIORITIES } from '../../har/priority.ts'
import { RENDER_BLOCKING } from '../../har/render-blocking.ts'
import { RESOURCE_TYPES } from '../../har/resource-type.ts'
import { arm, count, metric, pageSubject } from './terms.ts'

const phaseMs = z
  .number()
  .nullable()
  .meta({ description: 'Milliseconds; null: the request had no such phase' })
const markMs = z
  .number()
  .nullable()
  .meta({ description: 'Since the start of the first navigation, milliseconds' })

const priority = z.enum(PRIORITIES).nullable()

const waterfallEntry = z
  .strictObject({
    startMs: z.number().meta({ description: 'Since time zero, milliseconds' }),
    durationMs: z.number(),
    url: z.string(),
    host: z.string().nullable(),
    method: z.string(),
    status: count.meta({ description: '0: no response' }),
    error: z.string().nullable(),
    protocol: z.enum(['h1', 'h2', 'h3']).nullable(),
    type: z
      .enum(RESOURCE_TYPES)
      .nullable()
      .meta({ description: 'By the media type, else by what the page asked for; null: neither is known' }),
    sizeBytes: count.nullable().meta({ description: 'Transferred, headers included' }),
    connection: z
      .string()
      .nullable()
      .meta({ description: 'Id of the transport connection within this load; null: none, or not known' }),
    fromCache: z.boolean().meta({ description: 'A cache of the browser answered, not the network' }),
    initialPriority: priority.meta({ description: 'Of the request when it was made; null: not known' }),
    priority: priority.meta({ description: 'The last one that the browser gave it; null: not known' }),
    renderBlocking: z
      .enum(RENDER_BLOCKING)
      .nullable()
      .meta({ description: 'What the browser says that it does to rendering; null: it does not say' }),
    initiator: z
      .string()
      .nullable()
      .meta({ description: 'URL of the document or script that asked for it; null: not known' }),
    phases: z
      .strictObject({
        blockedMs: phaseMs,
        dnsMs: phaseMs,
        connectMs: phaseMs.meta({ description: 'TLS or QUIC handshake included' }),
        sslMs: phaseMs.meta({ description: 'A part of connectMs' }),
        sendMs: phaseMs,
        waitMs: phaseMs,
        receiveMs: phaseMs,
      })
      .meta({ description: 'One after the other from startMs: blocked, dns, connect, send, wait, receive' }),
  })
  .meta({ id: 'WaterfallEntry' })

export const waterfalls = z
  .strictObject({
    ...pageSubject,
    arms: z.array(
      z.strictObject({
        arm,
        sampleId: count.nullable().meta({ description: 'Its median sample; null: it has no valid one' }),
        har: z.boolean().meta({ description: 'Whether the HAR of that sample is stored' }),
      }),
    ),
  })
  .meta({ id: 'Waterfalls', description: 'Which arms have a waterfall: those with a HAR' })

export const waterfall = z
  .strictObject({
    ...pageSubject,
    arm,
    sampleId: count,
    round: count,
    chosenBy: metric
      .nullable()
      .meta({ description: 'The metric whose median sample this is; null where the sample was asked for' }),
    value: z.number().nullable().meta({ description: 'Of that metric' }),
    n: count.nullable().meta({ description: 'Samples that the median was chosen from' }),
    zero: z.enum(['navigation', 'first request']).meta({ description: 'What time zero is' }),
    endMs: z.number().meta({ description: 'End of the last entry or mark' }),
    marks: z.strictObject({
      ttfbMs: markMs,
      fcpMs: markMs,
      lcpMs: markMs,
      dclMs: markMs,
      loadMs: markMs,
    }),
    entries: z.array(waterfallEntry).meta({ description: 'By their start' }),
  })
  .meta({ id: 'Waterfall', description: 'The requests of one load, reduced for drawing' })

export type Waterfalls = z.output<typeof waterfalls>
export type Waterfall = z.output<typeof waterfall>
export type WaterfallEntry = z.output<typeof waterfallEntry>
