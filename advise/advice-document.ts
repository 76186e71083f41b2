import { z } from 'zod'
import { ARM_NAMES } from '../model/arm.ts'
import { waterfall } from '../server/contract/waterfall.ts'
import { NETWORK_NAMES } from './network-words.ts'

const arm = z.enum(ARM_NAMES)
const network = z.enum(NETWORK_NAMES)
const count = z.int().min(0)
const answer = z.boolean().nullable().describe('null: unknown')
const milliseconds = z.number().nullable().describe('page load time, median, milliseconds')
const gain = z.number().positive().nullable().describe('above 1 is faster; null: not compared')
const interval = z
  .tuple([z.number(), z.number()])
  .nullable()
  .describe('95 %, bootstrap over rounds; null: too few rounds')
const outcome = z
  .enum(['faster', 'slower', 'no difference', 'not decided', 'too few rounds'])
  .describe('`no difference`: none beyond 5 % is left')
const compared = { gain, interval, rounds: count.describe('with a valid load of both'), outcome }

const liveArm = z.strictObject({
  arm,
  medianMs: milliseconds,
  ...compared,
  gain: gain.describe('over `baseline` of `live`'),
})

const replayedArm = z.strictObject({
  arm,
  loads: count.describe('valid'),
  leftOut: count,
  medianMs: milliseconds,
  ...compared,
  gain: gain.describe('over `baseline`; null: the baseline itself, or not compared'),
  smallestDetectablePercent: z.number().nullable(),
  elsewhere: interval.describe(
    'where the gain lies on another server: for 32 of 36 pages and links that were tried it did; null: no interval',
  ),
  wireLimitMs: milliseconds.describe('no load can be faster over this network; null: unknown'),
})

const replayedNetwork = z.strictObject({
  network,
  rttMs: z.number(),
  downMbps: z.number().nullable(),
  upMbps: z.number().nullable(),
  link: z.string().describe('the whole condition'),
  arms: z.array(replayedArm),
})

const whatIf = z.strictObject({
  name: z.string(),
  title: z.string(),
  why: z.string().describe('why it may help, or why it was not tried'),
  applies: z.boolean(),
  tried: z.boolean(),
  advised: z.boolean().describe('a gain of 5 % or more is shown over at least one network'),
  howToDo: z.array(z.strictObject({ where: z.string(), how: z.string() })),
  results: z.array(
    z.strictObject({
      network,
      before: arm,
      after: arm,
      beforeMs: milliseconds,
      afterMs: milliseconds,
      ...compared,
    }),
  ),
})

const assertion = z.strictObject({
  text: z.string(),
  arm,
  network,
  operator: z.enum(['<', '<=', '>', '>=']),
  threshold: z.number().positive(),
  gain,
  interval,
  result: z.enum(['met', 'missed', 'not decided']),
})

const { marks, entries } = waterfall.shape
const drawnLoads = z
  .array(
    z.strictObject({
      arm,
      round: count,
      n: count.describe('valid loads that it is the median of'),
      marks,
      entries,
    }),
  )
  .describe('under `baseline` and under HTTP/3')

/** Schema of what `towline advise --json` writes. A member may be added within a version; none changes its meaning. */
export const adviceSchema = z
  .strictObject({
    format: z.literal('towline-advice/1'),
    towline: z.string().describe('version that wrote the file'),
    url: z.url(),
    startedAt: z.iso.datetime(),
    state: z.enum(['finished', 'time over', 'stopped']).describe('`time over`: --minutes ended it'),
    internet: z.boolean().describe('false: the sandbox or a network of one’s own'),
    browser: z.string().nullable(),
    answer: z.string().describe('in one sentence'),
    advice: z.array(z.string()).describe('what to change, by gain'),
    baseline: arm
      .nullable()
      .describe('newest protocol below HTTP/3 that the page’s own host speaks; null: unknown'),
    speaks: z.strictObject({ h1: answer, h2: answer, h3: answer, h3ByAltSvc: answer, h3ByDns: answer }),
    hosts: z
      .array(z.strictObject({ host: z.string(), requests: count, protocols: z.array(z.string()) }))
      .nullable()
      .describe('as the median load under the newest protocol asked them; null: there is none'),
    live: z
      .strictObject({
        link: z.string().nullable().describe('the emulated link; null: the network as it is'),
        baseline: arm.nullable(),
        arms: z.array(liveArm),
        sentences: z.array(z.string()),
      })
      .nullable()
      .describe('loads of the site itself, by its own servers; null: none'),
    replays: z
      .strictObject({
        by: z.enum(['graph', 'browser']).describe('what loaded the page'),
        why: z.string().describe('why by that'),
        networks: z.array(replayedNetwork),
      })
      .nullable()
      .describe('loads of its recording, by the lab’s own server; null: none'),
    whatIfs: z.array(whatIf),
    faithful: z.array(z.string()).describe('how near replays are to live loads'),
    notShown: z.array(z.string()).describe('what could not be shown, and why'),
    assertions: z.array(assertion),
    loads: z
      .strictObject({ replayed: drawnLoads, live: drawnLoads })
      .optional()
      .describe('in a browser, drawn beside each other; missing in files of earlier versions'),
  })
  .meta({ title: 'An advice of towline', description: 'See docs/advise.md.' })

export type AdviceDocument = z.output<typeof adviceSchema>
export type DrawnLoad = z.output<typeof drawnLoads>[number]
export type ReplayedNetwork = z.output<typeof replayedNetwork>
export type ReplayedArmAdvice = z.output<typeof replayedArm>
export type WhatIfAdvice = z.output<typeof whatIf>
export type AdviceAssertion = z.output<typeof assertion>

/** The JSON Schema of the file (docs/advise.schema.json). */
export function adviceSchemaFile(): string {
  return `${JSON.stringify(z.toJSONSchema(adviceSchema), null, 2)}\n`
}
