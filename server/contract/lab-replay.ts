import { z } from 'zod'
import { faithfulness, pageFidelity } from './page-fidelity.ts'
import { arm, count, factor, instant, interval, metric, stored, verdict } from './terms.ts'

/** A lab run's facts of a recording that it replays. */
export const recordingFacts = z
  .strictObject({
    pageUrl: z.string().meta({ description: 'Without its query' }),
    source: z.enum(['live', 'har', 'warc']),
    recordedAt: instant.nullable(),
    sha256: z.string().meta({ description: 'Of its recording.json' }),
    link: stored.meta({
      description: 'The emulated link that it was recorded behind; null: the internet, or unknown',
    }),
    hosts: z.array(
      z.strictObject({
        name: z.string(),
        address: z.string().nullable(),
        protocol: z.string().nullable().meta({ description: 'ALPN name' }),
        roundTripMs: z.number().nullable(),
      }),
    ),
    answers: count.meta({ description: 'That the replay can give' }),
    bodyBytes: count.meta({ description: 'Of these answers, as sent' }),
    livePltMs: z.array(z.number()).meta({ description: 'Page load times of its live loads' }),
    http1PltMs: z
      .array(z.number())
      .meta({ description: 'Of its live load under HTTP/1.1; empty: there is none' }),
    thinkTimes: z
      .strictObject({
        byRequest: count.meta({ description: 'Bounded by what the request itself took with few under way' }),
        byHost: count.meta({ description: 'Bounded by what other requests to its host took' }),
        unknown: count.meta({ description: 'Server and queues cannot be distinguished' }),
      })
      .nullable()
      .meta({
        description:
          'Answers whose think times were recorded with many requests to their host under way; null: the run is older',
      }),
    notReplayed: z
      .array(z.strictObject({ kind: z.string(), count }))
      .meta({ description: 'What a replay cannot give, such as WebSockets' }),
    leftOut: count.meta({ description: 'Exchanges that the replay cannot give' }),
    roundTrips: z.enum(['one for all', 'by host']),
    initialWindow: z.strictObject({ tcp: count.nullable(), quic: count.nullable() }).nullable().meta({
      description:
        'Packets that its live servers sent before the first acknowledgement, which the replay takes; null: not captured, or not seen',
    }),
    lookUps: z.enum(['by resolver', 'none']).meta({
      description: 'Whether names are asked of a resolver behind the link; none: browsers know the addresses',
    }),
  })
  .meta({ id: 'RecordingFacts', description: 'A recording that a lab run replays' })

const middle = (description: string) => z.number().nullable().meta({ description })

const fidelity = z
  .strictObject({
    n: count.meta({ description: 'Valid loads that say how they were answered' }),
    hits: middle('Requests that were answered from the recording'),
    misses: middle('Requests that were not recorded'),
    spares: middle('Recorded answers that were not asked for'),
    shareAnswered: middle('Hits / (hits + misses)'),
    rungs: z
      .strictObject({
        url: middle('Same method, URL and body'),
        query: middle('Same path, a query like it'),
        path: middle('A path like it'),
        body: middle('Same URL or path, another body of the request'),
        preflight: middle('A preflight that nobody recorded'),
      })
      .meta({ description: 'Hits by how they were found' }),
    byteShare: middle('Bytes of the answers given / bytes recorded'),
    waitedMs: middle('Mean wait of a request for its first byte'),
    liveWaitedMs: middle('The same of the same exchanges when they were recorded'),
    receivedMs: middle('Mean time from a response’s head to its end'),
    liveReceivedMs: middle('The same of the same exchanges when they were recorded'),
  })
  .meta({ id: 'ReplayFidelity', description: 'How faithful a replay was: medians over its valid loads' })

const live = z
  .strictObject({
    n: count.meta({ description: 'Live loads' }),
    medianMs: z.number().nullable(),
    shortestMs: z.number().nullable(),
    longestMs: z.number().nullable(),
    replayN: count.meta({ description: 'Valid loads of the replay' }),
    replayMedianMs: z.number().nullable(),
    ratio: z.number().nullable().meta({ description: 'replayMedianMs / medianMs' }),
    noRatio: z.string().nullable().meta({ description: 'Why there is no ratio; null where there is one' }),
    faithful: faithfulness,
  })
  .meta({
    id: 'ReplayAgainstLive',
    description:
      'Page load times of a replay against the live loads of the recording: of the arm that is as recorded, and of HTTP/1.1',
  })

const end = z.strictObject({ cell: count, gain: z.number() }).nullable()

export const labReplay = z
  .strictObject({
    labRunId: count,
    metric,
    baseline: arm,
    recordings: z.array(z.strictObject({ page: z.string(), ...recordingFacts.shape })).meta({
      description: 'By the factor `page`; none where the run replays no recording',
    }),
    unmeasured: count.meta({ description: 'Conditions without a load' }),
    arms: z
      .array(
        z.strictObject({
          arm,
          sentence: z.string().meta({ description: 'What it gains over all conditions' }),
          conditions: count.meta({ description: 'Conditions that have a gain: a page over a link each' }),
          pending: count.meta({ description: 'Conditions whose comparison is being computed' }),
          rounds: count.meta({ description: 'Over all of them' }),
          meanGain: z.number().nullable().meta({ description: 'Geometric mean of the gains' }),
          meanGainInterval: interval.nullable().meta({
            description: 'Of these conditions, not of others; null where one of them has none',
          }),
          meanReductionPercent: z.number().nullable().meta({
            description:
              'Arithmetic mean of 100 · (1 − median of the arm / median of the baseline), as Google’s study of 2012 has it',
          }),
          best: end,
          worst: end,
          faster: count,
          slower: count,
          noDifference: count.meta({ description: 'The whole interval lies within 5 % of no difference' }),
          notDecided: count.meta({ description: 'No difference shown, and none excluded either' }),
          tooFewRounds: count,
          notFaithful: count.meta({ description: 'Conditions with a gain whose replay is not faithful' }),
          notJudged: count.meta({
            description: 'Conditions of recordings with a gain whose fidelity is not judged',
          }),
        }),
      )
      .meta({ description: 'Every arm but the baseline, over all conditions' }),
    rows: z
      .array(
        z.strictObject({
          cell: count,
          factors: z.record(z.string(), factor),
          pageUrl: z.string().nullable().meta({ description: 'Of a recorded page, without its query' }),
          campaignId: count,
          site: count,
          arm,
          pending: z.boolean().meta({ description: 'The comparison is being computed' }),
          valid: count.meta({ description: 'Valid loads' }),
          leftOut: count.meta({ description: 'Invalid and failed loads' }),
          missedLoads: count.meta({
            description: 'Of them those that missed more requests than the limit allows (`replay_misses`)',
          }),
          medianMs: z.number().nullable().meta({ description: 'Of the valid loads' }),
          medianInterval: interval.nullable(),
          n: count.meta({ description: 'Rounds that arm and baseline have; 0 for the baseline' }),
          gain: z.number().nullable().meta({ description: 'Median of the baseline / median of the arm' }),
          gainInterval: interval.nullable(),
          verdict: verdict
            .nullable()
            .meta({ description: 'Null for the baseline, and without a round of both' }),
          detectablePercent: z.number().nullable().meta({ description: 'Smallest detectable difference' }),
          fidelity: fidelity.nullable().meta({ description: 'Null where the page is no recording' }),
          live: live.nullable().meta({ description: 'Of arms that have live loads to be compared with' }),
          page: pageFidelity.nullable().meta({
            description:
              'Of the page over this link, the same for all its arms; null where it is no recording',
          }),
        }),
      )
      .meta({ description: 'By arm, then by gain, the largest first; conditions without a gain last' }),
  })
  .meta({
    id: 'LabReplay',
    description: 'What a lab run gained page by page, and how faithful the replay of recorded pages was',
  })

export type LabReplay = z.output<typeof labReplay>
export type ReplayRow = LabReplay['rows'][number]
export type ReplayFidelity = z.output<typeof fidelity>
export type ReplayAgainstLive = z.output<typeof live>
export type ReplayRecording = LabReplay['recordings'][number]
