import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const RUN = new URL('./server-run.ts', import.meta.url).pathname

/** The server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  /** Starts to serve; resolves to its address. Before that all is loaded, and nothing opened. */
  start(): Promise<string>
  /** What it has done that could reach another machine, by the names of Node's handles; `fetch` has it do such a thing first. */
  outbound(first?: 'fetch'): Promise<readonly string[]>
  /** Resident now and at most since `forgetPeak`, MiB. Linux only. */
  memory(): Promise<{ readonly nowMiB: number; readonly peakMiB: number }>
  forgetPeak(): Promise<void>
  /** In use when all garbage is collected. */
  heapMiB(): Promise<number>
  /** With SIGKILL, as a crash ends it. */
  kill(): Promise<void>
}

export interface ServerProcessOptions {
  /** For a dashboard of one line. */
  readonly folder: string
  readonly database: string
  /** For `outbound`; costs time. Default false. */
  readonly watched?: boolean
}

export async function serverProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { folder, database, watched = false } = options
  const child = spawn(
    process.execPath,
    ['--expose-gc', RUN, folder, database, ...(watched ? ['watch'] : [])],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the server has ended')
    return value
  }
  const ask = (word: string): Promise<string> => {
    child.stdin.write(`${word}\n`)
    return line()
  }
  const kibibytes = (status: string, name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  await line()
  return {
    start: () => ask('start'),
    outbound: async (first) => JSON.parse(await ask(first ?? 'outbound')) as string[],
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return { nowMiB: kibibytes(status, 'VmRSS') / 1_024, peakMiB: kibibytes(status, 'VmHWM') / 1_024 }
    },
    // proc_pid_clear_refs(5): 5 sets the peak back to what is resident now.
    forgetPeak: () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    heapMiB: async () => Number(await ask('heap')) / 2 ** 20,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await exited
    },
  }
}
