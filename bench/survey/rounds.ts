import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { inTurns } from '../harness/in-turns.ts'
import { measuredRun, type RunCost } from '../harness/measured-run.ts'
import type { Discipline, Found, SurveyContender, SurveyJob } from './contender.ts'

/** A sandbox with the hosts of each discipline that it is for. */
export interface BenchLists extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly lists: Readonly<Partial<Record<Discipline, readonly string[]>>>
}

/** One run of one contender. */
export interface SurveyBenchRun extends RunCost {
  readonly contender: string
  readonly discipline: Discipline
  /** From 0. */
  readonly round: number
  readonly hosts: number
  /** Hosts of the list with a line in its output, and those of them that answered. */
  readonly lines: number
  readonly answered: number
  /** Hosts that answered where they have an answer and did not where they have none, for the right reason if it says one. */
  readonly right: number
}

/** A contender with the program that it was found to be. */
export interface SurveyEntrant {
  readonly contender: SurveyContender
  /** Null where it comes with the project. */
  readonly program: string | null
}

export interface SurveyRoundsOptions {
  readonly rounds: number
  /** An existing folder; each run has its runFolder in it, removed afterwards. */
  readonly folder: string
  readonly clock: () => number
  readonly signal: AbortSignal
  readonly onRun: (run: SurveyBenchRun) => void
}

/** Runs all entrants once a round, in turns. */
export async function runSurveyRounds(
  { sandbox, lists }: BenchLists,
  entrants: readonly SurveyEntrant[],
  { rounds, folder, clock, signal, onRun }: SurveyRoundsOptions,
): Promise<SurveyBenchRun[]> {
  const resolvConf = join(folder, 'resolv.conf')
  await writeFile(resolvConf, `nameserver ${sandbox.resolver}\n`)
  const truth = new Map(sandbox.sites.map(({ domain, facts }) => [domain, facts]))
  const runs: SurveyBenchRun[] = []
  for await (const { entrant, round } of inTurns(entrants, rounds, signal)) {
    const { contender, program } = entrant
    const hosts = lists[contender.discipline] ?? []
    const runFolder = join(folder, `${round}-${contender.discipline}-${contender.name}`)
    const job: SurveyJob = {
      hostsFile: join(runFolder, 'hosts.txt'),
      resolver: sandbox.resolver,
      caFile: sandbox.caFile,
      allowCidrs: sandbox.allowCidrs,
      folder: runFolder,
      stdoutFile: join(runFolder, 'stdout'),
    }
    await mkdir(runFolder)
    await writeFile(job.hostsFile, `${hosts.join('\n')}\n`)
    await writeFile(job.stdoutFile, '')
    const argv = [...(program === null ? [] : [program]), ...contender.argv(job)]
    const files = { stdoutFile: job.stdoutFile, stderrFile: join(runFolder, 'stderr') }
    const cost = await measuredRun(sandbox, resolvConf, argv, { ...files, clock, signal })
    const found = await contender.read(job)
    const counted = (among: ReadonlySet<string>): number => hosts.filter((host) => among.has(host)).length
    const run: SurveyBenchRun = {
      contender: contender.name,
      discipline: contender.discipline,
      round,
      hosts: hosts.length,
      lines: counted(found.lines),
      answered: counted(found.answered),
      right: hosts.filter((host) => isRight(found, host, truth.get(host)?.failure ?? null)).length,
      ...cost,
    }
    await rm(runFolder, { recursive: true })
    runs.push(run)
    onRun(run)
  }
  return runs
}

/** @param failure why the host gives no answer; null where it gives one */
export function isRight({ answered, failures }: Found, host: string, failure: string | null): boolean {
  const isAnswered = answered.has(host)
  // The peers do not verify certificates.
  if (failures === undefined)
    return isAnswered === (failure === null) || failure?.startsWith('tls_cert_') === true
  return isAnswered === (failure === null) && (isAnswered || failures.get(host) === failure)
}
