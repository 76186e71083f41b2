import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A later sandbox must know this to clear away one whose supervisor was killed. */
interface RunState {
  readonly id: string
  /** Process id of the supervisor as the machine sees it, and its start in clock ticks since boot. */
  readonly pid: number
  readonly startTicks: string
  /** Namespaces with names on the machine; none where they live in a mount namespace of their own. */
  readonly namespaces: readonly string[]
}

const STATE_FILE = 'state.json'
/** A folder still under its first name after this long was left by a supervisor killed while making it. */
const UNFINISHED_MS = 60_000

/** Makes `<workDir>/<id>` with its state in it; the folder appears whole or not at all. */
export async function makeRunFolder(workDir: string, state: RunState): Promise<string> {
  const unfinished = join(workDir, `.${state.id}`)
  const folder = join(workDir, state.id)
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, STATE_FILE), JSON.stringify(state))
  await rename(unfinished, folder)
  return folder
}

/**
 * Start of a process in clock ticks since boot, field 22 of /proc/PID/stat (proc(5)); null where it is not there.
 * With the process id it names one process for good, since ids are used again.
 */
export async function readStartTicks(pid: number): Promise<string | null> {
  try {
    const fields = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The command's name, field 2, may hold anything, also ')' and spaces.
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/**
 * Removes the folders of sandboxes whose supervisor is dead, after `clear` has dealt with what they left. Its servers
 * died with it: they lived in its process namespace.
 */
export async function clearLeftovers(
  workDir: string,
  clear: (state: RunState) => Promise<void>,
): Promise<void> {
  for (const name of await readdir(workDir)) {
    const folder = join(workDir, name)
    if (name.startsWith('.')) {
      const age = await ageMs(folder)
      if (age !== null && age > UNFINISHED_MS) await rm(folder, { recursive: true, force: true })
      continue
    }
    const state = await readState(folder)
    if (!state || (await readStartTicks(state.pid)) === state.startTicks) continue
    await clear(state)
    await rm(folder, { recursive: true, force: true })
  }
}

async function ageMs(folder: string): Promise<number | null> {
  try {
    return Date.now() - (await stat(folder)).mtimeMs
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

async function readState(folder: string): Promise<RunState | null> {
  try {
    return JSON.parse(await readFile(join(folder, STATE_FILE), 'utf8')) as RunState
  } catch (error) {
    // Somebody else's sandbox is just going, or clears the same leftovers.
    if (isGone(error)) return null
    throw error
  }
}

/** ESRCH: the process went between opening and reading its file. */
function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ESRCH' || code === 'ENOTDIR'
}
