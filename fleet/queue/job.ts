import { z } from 'zod'
import { VANTAGE_NAME } from '../../db/fleet/vantages.ts'
import { ARM_NAMES } from '../../model/arm.ts'

const id = z.int().min(1)

/** Smallest and largest numbers, for the command line as well as for jobs. */
export const JOB_LIMITS = {
  /** `--sites-per-job` of a survey. */
  sitesPerSurveyJob: [1, 500],
  /** `--sites-per-job` of a campaign. */
  sitesPerCampaignJob: [1, 100],
  /** Rounds of a campaign or replay. */
  rounds: [1, 10_000],
  /** Lanes of a replay. */
  lanes: [1, 16],
  /** Seed of a job. */
  seed: [0, 2 ** 32 - 1],
} as const satisfies Record<string, readonly [number, number]>

const within = ([low, high]: readonly [number, number]) => z.int().min(low).max(high)

const surveyJob = z.strictObject({
  surveyId: id,
  ranks: z.array(z.int().min(0)).min(1).max(JOB_LIMITS.sitesPerSurveyJob[1]),
})

/** A round of some sites of a campaign: all arms of it, one after the other. */
const campaignJob = z.strictObject({
  campaignId: id,
  round: z.int().min(0),
  sites: z.array(z.int().min(0)).min(1).max(JOB_LIMITS.sitesPerCampaignJob[1]),
})

/** Recordings that lie on the worker's machine, replayed over emulated links. */
const replayJob = z.strictObject({
  /** Id of this replay from this vantage point: a further attempt resumes it. */
  replayId: z.uuid(),
  folders: z.array(z.string().min(1).max(4_096)).min(1).max(10_000),
  arms: z.array(z.enum(ARM_NAMES)).min(1).max(ARM_NAMES.length),
  /** Links as `--link` reads them. None: those that the pages were recorded behind. */
  links: z.array(z.string().max(4_096)).max(100),
  rounds: within(JOB_LIMITS.rounds),
  seed: within(JOB_LIMITS.seed),
  pauseMs: z.number().min(0).max(3_600_000),
  lanes: within(JOB_LIMITS.lanes),
  capture: z.boolean(),
  busyLimit: z.number().gt(0).max(1),
})

/** Adds what `jobs add … --every` is to add now, from one vantage point. */
const scheduleJob = z.strictObject({
  adds: z.enum(['survey', 'campaign', 'replay']),
  vantage: z.string().regex(VANTAGE_NAME),
  /** Words as they were given to `jobs add`, which reads them once more: those without that name a file or are of one machine. */
  words: z.array(z.string().max(4_096)).max(1_000),
  /** Hash of `--list`, in the database. */
  listSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Whether there is a list of sites to leave alone: each worker has its own. */
  optOut: z.boolean(),
})

export const JOBS = {
  survey: surveyJob,
  campaign: campaignJob,
  replay: replayJob,
  schedule: scheduleJob,
} as const

export type JobKind = keyof typeof JOBS
export type JobData<Kind extends JobKind> = z.output<(typeof JOBS)[Kind]>

/** Jobs that a vantage point does. */
export const MEASURING = ['survey', 'campaign', 'replay'] as const satisfies readonly JobKind[]
export type MeasuringKind = (typeof MEASURING)[number]

/** Surveys of schedules are made anywhere. */
export const SCHEDULE_QUEUE = 'schedule'

/** One queue for each kind and vantage point: what is measured from one is never measured from another. */
export function queueName(kind: MeasuringKind, vantage: string): string {
  if (!VANTAGE_NAME.test(vantage)) throw new RangeError(`'${vantage}' is no name of a vantage point`)
  return `${kind}/${vantage}`
}

export function readQueueName(
  name: string,
): { readonly kind: MeasuringKind; readonly vantage: string } | null {
  const [kind, vantage] = name.split('/')
  const known = MEASURING.find((each) => each === kind)
  return known === undefined || vantage === undefined ? null : { kind: known, vantage }
}

/** Jobs of one priority keep the order of the schedule: pg-boss knows no other order of jobs that are added together. */
export const BLOCKS_PER_PRIORITY = 1_000_000

/** pg-boss's priority of a block of a campaign. */
export function blockPriority(priority: number, index: number): number {
  return (priority + 1) * BLOCKS_PER_PRIORITY - index
}

/** Returns the user's priority of a job, of which pg-boss's is this. */
export function givenPriority(kind: JobKind, stored: number): number {
  return kind === 'campaign' ? Math.ceil(stored / BLOCKS_PER_PRIORITY) - 1 : stored
}
