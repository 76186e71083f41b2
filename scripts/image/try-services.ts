import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import type { Answer } from '../../server/contract/contract.ts'
import type { BuiltImage } from './build-image.ts'
import type { Service } from './compose-services.ts'
import type { SocketDatabase } from './database.ts'
import { type ImageRunner, imageRunner, type RunningService } from './run-image.ts'

export interface TrialOptions {
  readonly image: BuiltImage
  /** Of deploy/compose.yaml. */
  readonly services: Readonly<Record<string, Service>>
  readonly sandbox: Sandbox
  readonly say: (line: string) => void
}

/** What the API answered, by path. */
export type Answers = Readonly<Record<string, unknown>>

const CA = '/sandbox/ca.pem'
const LIST = '/sandbox/list.csv'

/**
 * Starts tables, server and worker in the order of compose.yaml, has the worker survey the sandbox, and ends both by
 * SIGTERM; resolves to what the server answered. Rejects where anything is not as it should be.
 */
export async function tryServices(options: TrialOptions, database: SocketDatabase): Promise<Answers> {
  const { sandbox, say } = options
  await using trial = openTrial(options, database)
  const { runner, service } = trial
  await runner.towline(service('tables'), service('tables').command)
  say('the tables are made')
  const server = trial.start('server')
  await server.says('towline serves http')
  say(`the server answers: ${await trial.ask('/healthz')}`)
  const reach = ['--allow-address', sandbox.allowCidrs.join(',')]
  const worker = trial.start('worker', [
    ...['--resolver', sandbox.resolver, '--ca', CA, ...reach],
    ...['--per-address', '256', '--reference', sandbox.sites[0]?.domain ?? ''],
  ])
  await worker.says('takes jobs')
  await runner.towline(service('tables'), ['jobs', 'add', 'survey', '--list', LIST, ...reach])
  const newest = async () => (JSON.parse(await trial.ask('/api/v1/surveys')) as Answer<'surveys'>).surveys[0]
  let survey = await newest()
  for (; survey?.state !== 'finished'; survey = await newest()) await sleep(500)
  const adoption = `/api/v1/surveys/${survey.id}/adoption`
  const { n, reachable } = JSON.parse(await trial.ask(adoption)) as Answer<'adoption'>
  say(`the worker has surveyed ${n} sites of the sandbox, ${reachable} of them reachable`)
  if (n !== sandbox.sites.length || reachable === 0) throw new Error('not all of it was surveyed')
  await stop(worker, say)
  const answers = await readAnswers(trial.ask, ['/api/v1/surveys', '/api/v1/vantages', adoption])
  await stop(server, say)
  return answers
}

/** Serves a restored database, which must answer as the one before did. */
export async function tryRestored(
  options: TrialOptions,
  database: SocketDatabase,
  expected: Answers,
): Promise<void> {
  await using trial = openTrial(options, database)
  const server = trial.start('server')
  await server.says('towline serves http')
  const answers = await readAnswers(trial.ask, Object.keys(expected))
  if (!isDeepStrictEqual(answers, expected)) throw new Error('the restored database answers otherwise')
  options.say(`a server of the restored database gives the same ${Object.keys(answers).length} answers`)
  await stop(server, options.say)
}

interface Trial extends AsyncDisposable {
  readonly runner: ImageRunner
  service(name: string): Service
  /** Ends with the trial, where it has not before. */
  start(name: string, more?: readonly string[]): RunningService
  /** What the server answers to a path. */
  ask(path: string): Promise<string>
}

function openTrial({ image, services, sandbox }: TrialOptions, { socket }: SocketDatabase): Trial {
  const runner = imageRunner(image, (argv) => sandbox.command(argv), {
    [socket]: '/var/run/postgresql',
    [sandbox.caFile]: CA,
    [sandbox.listFile]: LIST,
  })
  const service = (name: string): Service => {
    const found = services[name]
    if (found === undefined) throw new Error(`compose.yaml has no service ${name}`)
    return found
  }
  const started: RunningService[] = []
  return {
    runner,
    service,
    start(name, more) {
      const running = runner.start(name, service(name), more)
      started.push(running)
      return running
    },
    ask: async (path) => (await runner.node(service('server'), requestOf(path))).trim(),
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((running) => running.kill()))
    },
  }
}

/** A program that asks the server beside it. */
function requestOf(path: string): string {
  return `const response = await fetch('http://127.0.0.1:8080${path}')
if (!response.ok) throw new Error(String(response.status))
console.log(await response.text())`
}

async function readAnswers(ask: Trial['ask'], paths: readonly string[]): Promise<Answers> {
  const answers: Record<string, unknown> = {}
  for (const path of paths) answers[path] = JSON.parse(await ask(path))
  return answers
}

async function stop(running: RunningService, say: (line: string) => void): Promise<void> {
  const code = await running.stop()
  say(`the ${running.name} ended on SIGTERM with ${code}`)
  if (code !== 0) throw new Error(`the ${running.name} did not end as it should`)
}
