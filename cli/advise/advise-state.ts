import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { NETWORK_NAMES } from '../../advise/network-words.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

const arm = z.enum(ARM_NAMES)
const network = z.enum(NETWORK_NAMES)

const ADVICE_CELL = z.object({
  network,
  /** Is null for the page as it is. */
  whatIf: z.string().nullable(),
  arms: z.array(arm),
})

/** A lab run of an advice: what its cells are, in the order of its plan. */
const ADVICE_RUN = z.object({
  labRunId: z.int().nullable(),
  loader: z.enum(['graph', 'browser']),
  rounds: z.int(),
  /** Whether it may end before its rounds, so that its intervals have to hold at every look. */
  endsEarly: z.boolean(),
  cells: z.array(ADVICE_CELL),
  whatIfs: z.array(z.string()),
  isDone: z.boolean(),
  /** Time of a pilot's load on this machine, with all that belongs to it; null: not known. */
  loadMs: z.number().nullable(),
})

/** Says how far an advice is: what `--resume` goes on from. */
const ADVICE_STATE = z.object({
  format: z.literal('towline-advice-state/1'),
  url: z.string(),
  networks: z.array(network),
  startedAt: z.string(),
  internet: z.boolean(),
  /** Id of the live loads; null: none were taken yet. */
  campaignId: z.int().nullable(),
  isRecorded: z.boolean(),
  /** Says why there is no recording, or none that can be replayed; null: there is one, or it was not tried yet. */
  notRecorded: z.string().nullable(),
  /** The first replays, by which it is judged how faithful they are, and whether the graph will do. */
  pilot: z.object({ browser: ADVICE_RUN.nullable(), graph: ADVICE_RUN.nullable() }),
  /** Says what loads the page in the main runs, and why. */
  loader: z.object({ by: z.enum(['graph', 'browser']), why: z.string() }).nullable(),
  runs: z.array(ADVICE_RUN),
})

export type AdviceCell = z.output<typeof ADVICE_CELL>
export type AdviceRun = z.output<typeof ADVICE_RUN>
export type AdviceState = z.output<typeof ADVICE_STATE>

const FILE = 'advice-state.json'

/** @throws CliError where the folder holds none, or one of another page or other networks */
export async function readAdviceState(
  folder: string,
  asked: Pick<AdviceState, 'url' | 'networks'>,
): Promise<AdviceState> {
  const file = join(folder, FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new CliError(EXIT.noInput, `${folder} holds no advice to resume: leave out --resume`)
  })
  const state = ADVICE_STATE.safeParse(JSON.parse(text)).data
  if (state === undefined) throw new CliError(EXIT.data, `${file} was not written by this version of towline`)
  if (state.url !== asked.url || state.networks.join() !== asked.networks.join())
    throw new CliError(
      EXIT.usage,
      `the advice in ${folder} is of ${state.url} over ${state.networks.join(',')}: only the same can be resumed`,
    )
  return state
}

/** Replaces the file at once, so that a crash leaves the old one or the new one. */
export async function writeAdviceState(folder: string, state: AdviceState): Promise<void> {
  const file = join(folder, FILE)
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`)
  await rename(`${file}.new`, file)
}
