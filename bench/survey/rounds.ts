import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTurns } from '../harness/in-turns.ts'
import { measuredRun, type RunCost } from '../harness/measured-run.ts'
import type { Contender, Discipline } from './contender.ts'
import type { ReplicaSandbox } from './replica-sandbox.ts'

/** One run of one contender. */
export interface Run extends RunCost {
  readonly contender: string
  readonly discipline: Discipline
  /** From 0. */
  readonly round: number
  readonly hosts: number
  /** Hosts of the list with a line in its output, and those of them that answered. */
  readonly lines: number
  readonly answered: number
}

/** A contender with the program that it was found to be. */
export interface Entrant {
  readonly contender: Contender
  /** Null where it comes with the project. */
  readonly program: string | null
}

export interface RoundsOptions {
  readonly rounds: number
  /** An existing folder; each run has its own in it, removed afterwards. */
  readonly folder: string
  readonly clock: () => number
  readonly signal: AbortSignal
  readonly onRun: (run: Run) => void
}

/** Runs all entrants once a round, in turns. */
export async function runRounds(
  { sandbox, h2, all }: ReplicaSandbox,
  entrants: readonly Entrant[],
  { rounds, folder, clock, signal, onRun }: RoundsOptions,
): Promise<Run[]> {
  const resolvConf = join(folder, 'resolv.conf')
  await writeFile(resolvConf, `nameserver ${sandbox.resolver}\n`)
  const runs: Run[] = []
  for await (const { entrant, round } of inTurns(entrants, rounds, signal)) {
    const { contender, program } = entrant
    const hosts = contender.discipline === 'alpn-and-get' ? h2 : all
    const own = join(folder, `${round}-${contender.discipline}-${contender.name}`)
    const place = {
      hostsFile: join(own, 'hosts.txt'),
      resolver: sandbox.resolver,
      caFile: sandbox.caFile,
      allowCidrs: sandbox.allowCidrs,
      folder: own,
      stdoutFile: join(own, 'stdout'),
    }
    await mkdir(own)
    await writeFile(place.hostsFile, `${hosts.join('\n')}\n`)
    await writeFile(place.stdoutFile, '')
    const argv = [...(program === null ? [] : [program]), ...contender.argv(place)]
    const files = { stdoutFile: place.stdoutFile, stderrFile: join(own, 'stderr') }
    const cost = await measuredRun(sandbox, resolvConf, argv, { ...files, clock, signal })
    const { lines, answered } = await contender.read(place)
    const counted = (found: ReadonlySet<string>): number => hosts.filter((host) => found.has(host)).length
    const run: Run = {
      contender: contender.name,
      discipline: contender.discipline,
      round,
      hosts: hosts.length,
      lines: counted(lines),
      answered: counted(answered),
      ...cost,
    }
    await rm(own, { recursive: true })
    runs.push(run)
    onRun(run)
  }
  return runs
}
