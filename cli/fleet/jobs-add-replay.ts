import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { type Query, writeUnshown } from '../../db/connection/database.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { JOB_LIMITS, type JobData, queueName } from '../../fleet/queue/job.ts'
import { inTransaction } from '../../fleet/queue/open-queue.ts'
import type { Arm } from '../../model/arm.ts'
import { loadedRoundsOption, pauseOption, randomSeedOption } from '../lab/taking-options.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { busyLimitOption, noCaptureOption } from '../probe/probe-options.ts'
import { replayArmsOption } from '../replay/replay.ts'
import { addSchedule } from './add-schedule.ts'
import { type Fleet, openFleet } from './open-fleet.ts'
import { recordWords } from './schedule-words.ts'
import { addEveryOption, addTargetOptions, type TargetOptions, targetVantages } from './target-vantages.ts'

interface AddReplayOptions extends TargetOptions {
  /** Absolute. */
  readonly folders: readonly string[]
  readonly arms: Arm[]
  readonly link?: readonly string[]
  readonly rounds: number
  readonly seed: number
  readonly pause: number
  readonly lanes: number
  readonly capture: boolean
  readonly busyLimit: number
  readonly database: string
}

/** `towline jobs add replay`; `add` gets what the command was given, and the words that say so. */
export function addReplayCommand(
  add: (options: AddReplayOptions, words: readonly string[]) => Promise<void> = addReplays,
): Command {
  const command = new Command('replay').argument(
    '<folders...>',
    'recordings, by their paths on the worker’s machine',
  )
  addEveryOption(addTargetOptions(command))
  command
    .optionsGroup('Replay:')
    .addOption(replayArmsOption())
    .addOption(
      new Option(
        '--link <condition>',
        'as of `towline replay`; may be repeated (default: the one that each page was recorded behind)',
      ).argParser((text: string, before: readonly string[] | undefined) => {
        linkCondition(text)
        return [...(before ?? []), text]
      }),
    )
    .addOption(loadedRoundsOption(20))
    .addOption(randomSeedOption())
    .addOption(pauseOption(2_000, '2s'))
    .addOption(
      new Option('--lanes <n>', 'cells at a time, each with a network and browsers of its own')
        .argParser(wholeNumber(...JOB_LIMITS.lanes))
        .default(1),
    )
    .addOption(busyLimitOption())
    .addOption(noCaptureOption())
    .optionsGroup('Files:')
    .addOption(databaseOption())
  const words = recordWords(command)
  return command.action((given: string[], options: Omit<AddReplayOptions, 'folders'>) => {
    const folders = given.map((folder) => resolve(folder))
    return add({ ...options, folders }, [...words, '--', ...folders])
  })
}

async function addReplays(options: AddReplayOptions, words: readonly string[]): Promise<void> {
  await using fleet = await openFleet(options.database, 'jobs add replay')
  const { every } = options
  for (const vantage of await targetVantages(fleet.db, options)) {
    if (every === undefined) await addReplayFrom(fleet, options, vantage)
    else await addSchedule(fleet, { every, adds: 'replay', vantage, words })
  }
}

/** Adds a replay from one vantage point; `alongside` is done in the same transaction. */
export async function addReplayFrom(
  { db, queue }: Pick<Fleet, 'db' | 'queue'>,
  options: AddReplayOptions,
  vantage: string,
  alongside: (query: Query) => Promise<void> = async () => undefined,
): Promise<void> {
  const { folders, arms, link = [], rounds, seed, pause, lanes, capture, busyLimit, priority } = options
  await createQueues(queue, vantage)
  const data: JobData<'replay'> = {
    replayId: randomUUID(),
    ...{ folders: [...folders], arms, links: [...link] },
    ...{ rounds, seed, pauseMs: pause, lanes, capture, busyLimit },
  }
  await writeUnshown(db, async (query) => {
    await queue.boss.send(queueName('replay', vantage), data, { priority, db: inTransaction(query) })
    await alongside(query)
  })
  console.log(`replay:${data.replayId}: ${folders.length} recordings from ${vantage}`)
}
