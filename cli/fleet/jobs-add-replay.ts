import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { type JobData, queueName } from '../../fleet/queue/job.ts'
import type { Arm } from '../../model/arm.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { busyLimitOption, noCaptureOption } from '../probe/probe-options.ts'
import { replayArmsOption } from '../replay/replay.ts'
import { openFleet } from './open-fleet.ts'
import { addTargetOptions, type TargetOptions, targetVantages } from './target-vantages.ts'

interface AddReplayOptions extends TargetOptions {
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

/** `towline jobs add replay`. */
export function addReplayCommand(): Command {
  const command = new Command('replay')
    .description('a replay of recordings in the lab of a worker, on whose machine they lie')
    .argument('<folders...>', 'recordings, by their paths on the worker’s machine')
  addTargetOptions(command)
  return command
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
    .addOption(
      new Option('--rounds <n>', 'loads of each page over each link under each arm')
        .argParser(wholeNumber(1, 10_000))
        .default(20),
    )
    .addOption(
      new Option('--seed <n>', 'of every random order').argParser(wholeNumber(0, 2 ** 32 - 1)).default(1),
    )
    .addOption(new Option('--pause <time>', 'between two loads').argParser(milliseconds).default(2_000, '2s'))
    .addOption(
      new Option('--lanes <n>', 'cells at a time, each with a network and browsers of its own')
        .argParser(wholeNumber(1, 16))
        .default(1),
    )
    .addOption(busyLimitOption())
    .addOption(noCaptureOption())
    .optionsGroup('Files:')
    .addOption(databaseOption())
    .action((folders: string[], options: AddReplayOptions) => addReplays(folders, options))
}

async function addReplays(folders: readonly string[], options: AddReplayOptions): Promise<void> {
  await using fleet = await openFleet(options.database, 'jobs add replay')
  const { db, queue } = fleet
  const { arms, link = [], rounds, seed, pause, lanes, capture, busyLimit, priority } = options
  for (const vantage of await targetVantages(db, options)) {
    await createQueues(queue, vantage)
    const data: JobData<'replay'> = {
      replayId: randomUUID(),
      folders: folders.map((folder) => resolve(folder)),
      ...{ arms, links: [...link], rounds, seed, pauseMs: pause, lanes, capture, busyLimit },
    }
    await queue.boss.send(queueName('replay', vantage), data, { priority })
    console.log(`replay:${data.replayId}: ${folders.length} recordings from ${vantage}`)
  }
}
