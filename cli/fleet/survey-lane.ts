import { z } from 'zod'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { MemoryLimit, memoryLimits } from '../../crawler/survey/run/memory-limit.ts'
import { pace } from '../../crawler/survey/run/pace.ts'
import type { VisitSite } from '../../crawler/survey/run/run-options.ts'
import { type Slots, slots } from '../../crawler/survey/run/slots.ts'
import { siteVisit } from '../../crawler/survey/visit/site-visit.ts'
import type { Database } from '../../db/connection/database.ts'
import { type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import type { VisitProvenance } from '../../db/survey/visit-provenance.ts'
import { JOBS, queueName } from '../../fleet/queue/job.ts'
import { type SliceCanary, sliceCanary } from '../../fleet/survey/slice-canary.ts'
import { visitSlice } from '../../fleet/survey/visit-slice.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { visitSettings } from '../options/run-settings.ts'
import { canaryOf } from '../prepare/canary.ts'
import { provenanceHere } from '../survey/create-survey-of.ts'
import { isSupervised, leaveToReplacement, reportAwake, tellMemory } from '../worker/worker.ts'
import { demandConduct } from './worker-bounds.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

interface SurveyLaneOptions {
  readonly db: Database
  readonly options: WorkerCommandOptions
  /** Slots by address, over all workers. */
  readonly addressSlots: Slots
  /** One at a time, over all workers. */
  readonly siteSlots: Slots
  /** Ends whatever is under way. */
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

/** A survey's options on its visits, as `measuredOptions` stores them. */
const MEASURED = z.object({
  siteTimeoutMs: z.number().min(1).max(3_600_000),
  robots: z.boolean(),
  allowAddress: z.array(z.string()),
  optOut: z.boolean(),
  h3Canary: z.string().nullable(),
})

interface SurveyVisits {
  readonly visit: VisitSite
  readonly canary: SliceCanary | null
  readonly provenance: VisitProvenance
}

const EVERYWHERE = 'all'

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Visits slices of surveys. Dispose of it when no job is under way any more. */
export function surveyLane(lane: SurveyLaneOptions): Lane & AsyncDisposable {
  const { db, options, addressSlots, siteSlots, stop, say } = lane
  const clock = (): number => performance.now()
  const startedMs = Date.now() - clock()
  const wallTime = (): string => new Date(startedMs + clock()).toISOString()
  const resources = new AsyncDisposableStack()
  const loop = resources.use(watchLoop(clock))
  resources.use(reportAwake())
  const rooms = slots(options.concurrency)
  const memory = resources.use(
    new MemoryLimit({
      limits: memoryLimits(options.concurrency),
      clock,
      onHold: (bytes) => say(`${mb(bytes)} of memory: no visit begins until it is less (said once)`),
      onExceeded(bytes) {
        if (!isSupervised())
          return say(`${mb(bytes)} of memory, which waiting does not free: restart this worker`)
        // Its jobs are tried again once they have not been heard of for a while, as after a crash.
        void tellMemory(bytes, true).then(leaveToReplacement)
      },
    }).watch(),
  )
  const inPace = pace(loop, stop)
  const admit = async (): Promise<void> => {
    await memory.admit(stop)
    await inPace()
  }
  const surveys = new Map<number, Promise<SurveyVisits>>()
  let sites = 0

  async function prepare(surveyId: number): Promise<SurveyVisits> {
    const survey = await surveyById(db, surveyId)
    if (survey === null) throw new Error(`there is no survey ${surveyId}`)
    const measured = MEASURED.parse(survey.options)
    demandConduct(options, { ...measured, vantage: survey.vantage, userAgent: survey.userAgent })
    const settings = await visitSettings(settingsOf(options, survey, measured), clock, loop)
    resources.use(settings.resolver)
    const { allowAddress, h3Canary } = measured
    const asked = { allowAddress, operations: [...survey.operations], ...(h3Canary !== null && { h3Canary }) }
    const canary = canaryOf(asked, settings, stop)
    return {
      visit: siteVisit(settings),
      canary: canary === null ? null : sliceCanary(canary, { clock, wallTime }),
      provenance: provenanceHere(
        settings.resolver.servers,
        settings.operations.has('http3') ? settings.quic : null,
      ),
    }
  }

  function visitsOf(surveyId: number): Promise<SurveyVisits> {
    const known = surveys.get(surveyId) ?? prepare(surveyId)
    surveys.set(surveyId, known)
    // Tried anew with the next job: the survey may be there then.
    known.catch(() => surveys.delete(surveyId))
    return known
  }

  async function work(job: HeldJob): Promise<void> {
    const slice = JOBS.survey.parse(job.data)
    sites += slice.ranks.length
    try {
      await visitSlice({
        db,
        slice,
        job,
        ...(await visitsOf(slice.surveyId)),
        addressSlots,
        room: () => rooms.acquire(EVERYWHERE, job.signal),
        holdSite: (domain) => siteSlots.acquire(domain, job.signal),
        admit,
        clock,
        wallTime,
      })
      say(`survey:${slice.surveyId}: ${slice.ranks.length} sites recorded`)
    } finally {
      sites -= slice.ranks.length
    }
  }

  return {
    queue: queueName('survey', options.vantage),
    exclusive: false,
    hasRoom: () => sites < options.concurrency,
    work,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function settingsOf(
  { ca, cache, optOut, resolver }: WorkerCommandOptions,
  { operations, userAgent }: SurveyRow,
  { allowAddress, robots, siteTimeoutMs }: z.output<typeof MEASURED>,
): Parameters<typeof visitSettings>[0] {
  return {
    allowAddress,
    cache,
    robots,
    userAgent,
    operations: [...operations],
    timeout: siteTimeoutMs,
    ...(ca === undefined ? {} : { ca }),
    ...(optOut === undefined ? {} : { optOut }),
    ...(resolver === undefined ? {} : { resolver }),
  }
}
