import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { BuiltImage } from './build-image.ts'
import { firstProcess, inRoot } from './clean-root.ts'
import type { Service } from './compose-services.ts'

/** Something of the image that runs. */
export interface RunningService {
  readonly name: string
  /** Resolves when it has said this on either stream. */
  says(words: string): Promise<void>
  /** Sends SIGTERM to its first process, as a container's engine does; resolves to its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, where it has not ended. */
  kill(): Promise<void>
}

export interface ImageRunner {
  start(name: string, service: Service, more?: readonly string[]): RunningService
  /** Runs a command of towline to its end, and resolves to what it printed. Rejects where it fails. */
  towline(service: Service, args: readonly string[]): Promise<string>
  /** Runs a Node program of one line with the image's Node. */
  node(service: Service, program: string): Promise<string>
}

/**
 * @param enter words that a command is put behind, so that it runs in a certain network
 * @param shown what of this machine containers see, and where: their volumes
 */
export function imageRunner(
  image: BuiltImage,
  enter: (argv: readonly string[]) => readonly string[],
  shown: Readonly<Record<string, string>>,
): ImageRunner {
  const begin = ({ environment }: Service, argv: readonly string[]): ChildProcess => {
    const { root, user, folder, env } = image
    const [program = '', ...rest] = enter(inRoot(root, argv, { user, folder, shown }))
    return spawn(program, rest, { env: { ...env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const toEnd = async (service: Service, argv: readonly string[]): Promise<string> => {
    const child = begin(service, argv)
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('it has no streams')
    const [said, errors, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${errors}`)
    return said
  }
  return {
    start: (name, service, more = []) =>
      runningService(name, begin(service, [...image.entrypoint, ...service.command, ...more])),
    towline: (service, args) => toEnd(service, [...image.entrypoint, ...args]),
    node: (service, program) => toEnd(service, ['node', '--input-type=module', '--eval', program]),
  }
}

function runningService(name: string, child: ChildProcess): RunningService {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      child.emit('said')
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    name,
    async says(words) {
      while (!said.includes(words)) {
        const end = await Promise.race([once(child, 'said').then(() => 'said' as const), ended])
        if (end !== 'said' && !said.includes(words)) throw new Error(`${name} ended with ${end}: ${said}`)
      }
    },
    async stop() {
      process.kill(await firstProcess(child.pid ?? 0), 'SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
