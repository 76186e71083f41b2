import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import { listVantages } from '../../db/fleet/vantages.ts'
import { readStoredList } from '../../db/survey/stored-lists.ts'
import { JOBS, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { userAgentOf } from '../options/run-settings.ts'
import { type AddCampaignOptions, addCampaignCommand, addCampaignFrom } from './jobs-add-campaign.ts'
import { type AddSurveyOptions, addSurveyCommand, addSurveyFrom } from './jobs-add-survey.ts'
import type { Fleet } from './open-fleet.ts'
import { readWords } from './schedule-words.ts'
import { demandConduct } from './worker-bounds.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

/** Whether the database's user may make surveys: a worker with least rights may not. */
export async function mayAdd(db: Database): Promise<boolean> {
  const [row] = await db.query("SELECT has_table_privilege('surveys', 'INSERT') AS may")
  return row?.may === true
}

/**
 * Adds what schedules say, each time once: in the transaction that ends the schedule's job. Anybody who may write to the queue
 * can have put the job there, so it is read as a command line is, and may ask for no more than the worker's owner allows.
 */
export function scheduleLane(fleet: Pick<Fleet, 'db' | 'queue'>, worker: WorkerCommandOptions): Lane {
  const { cache, database } = worker

  const demand = (
    options: Pick<AddSurveyOptions, 'allowAddress' | 'contact' | 'robots' | 'userAgent'>,
    optOut: boolean,
  ): void =>
    demandConduct(worker, {
      ...{ vantage: worker.vantage, allowAddress: options.allowAddress, optOut, robots: options.robots },
      userAgent: userAgentOf(options),
    })

  async function work(job: HeldJob): Promise<void> {
    const { adds, vantage, words, listSha256, optOut } = JOBS.schedule.parse(job.data)
    if (!(await listVantages(fleet.db)).some(({ name }) => name === vantage))
      throw new Error(`there is no vantage point '${vantage}'`)
    const end = (query: Parameters<HeldJob['complete']>[0]): Promise<void> => job.complete(query, {})
    if (adds === 'survey') {
      await using list = listSha256 === null ? null : await unpackList(fleet.db, listSha256)
      const add = async (options: AddSurveyOptions): Promise<void> => {
        demand(options, optOut)
        const heeded = optOut && worker.optOut !== undefined ? { optOut: worker.optOut } : {}
        const listed = list === null ? {} : { list: list.file, listName: options.listName ?? list.name }
        await addSurveyFrom(
          fleet,
          { ...options, ...heeded, ...listed, cache, database },
          vantage,
          job.signal,
          end,
        )
      }
      await readWords(addSurveyCommand(add), words)
    } else if (adds === 'campaign') {
      const add = async (options: AddCampaignOptions): Promise<void> => {
        demand(options, optOut)
        await addCampaignFrom(fleet, { ...options, cache, database }, vantage, end)
      }
      await readWords(addCampaignCommand(add), words)
    } else {
      // The lab comes with it, which nothing else here needs.
      const { addReplayCommand, addReplayFrom } = await import('./jobs-add-replay.ts')
      const command = addReplayCommand((options) =>
        addReplayFrom(fleet, { ...options, database }, vantage, end),
      )
      await readWords(command, words)
    }
  }
  return { queue: SCHEDULE_QUEUE, exclusive: false, work }
}

interface UnpackedList extends AsyncDisposable {
  readonly file: string
  readonly name: string
}

/** Writes a stored list into a folder of its own: it is read as every other list is. */
async function unpackList(db: Database, sha256: string): Promise<UnpackedList> {
  const stored = await readStoredList(db, sha256)
  if (stored === null) throw new Error(`the database holds no list ${sha256}`)
  const folder = await mkdtemp(join(tmpdir(), 'towline-list-'))
  const file = join(folder, 'list')
  await writeFile(file, stored.bytes)
  return {
    ...{ file, name: stored.name },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
