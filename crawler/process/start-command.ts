import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BrowserHome } from './browser-home.ts'
import type { BrowserUser } from './browser-user.ts'
import { isReachableByAll } from './reachable.ts'

/** Says how a browser is started: each program on the way becomes the next one, so that its process is the browser's. */
interface StartCommand {
  readonly program: string
  readonly argv: readonly string[]
  /** Ids that it is started with. Default: this process's. */
  readonly ids: { readonly uid?: number; readonly gid?: number }
}

/** Id in a user namespace of its own; any number but 0 does. */
const ID_IN_NAMESPACE = 1_000

/** Shows the program's folder, which the browser's user cannot enter, where it can, to the browser alone. */
const MOUNT = 'mount --bind -o ro -- "$1" "$2" && shift 2 && exec "$@"'

/** The command that runs Chromium as `user`. */
export async function startCommand(
  executable: string,
  switches: readonly string[],
  home: BrowserHome,
  user: BrowserUser | null,
): Promise<StartCommand> {
  if (user === null) return { program: executable, argv: switches, ids: {} }
  if (user.kind === 'namespace')
    return {
      program: 'unshare',
      argv: [
        '--user',
        `--map-user=${ID_IN_NAMESPACE}`,
        `--map-group=${ID_IN_NAMESPACE}`,
        '--',
        executable,
        ...switches,
      ],
      ids: {},
    }
  const { uid, gid } = user
  if (!existsSync(executable) || (isReachableByAll(executable) && isReachableByAll(realpathSync(executable))))
    return { program: executable, argv: switches, ids: { uid, gid } }
  const real = realpathSync(executable)
  const seen = join(home.folder, 'program')
  await mkdir(seen)
  return {
    program: 'unshare',
    argv: [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-ec',
      MOUNT,
      'sh',
      dirname(real),
      seen,
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--',
      join(seen, basename(real)),
      ...switches,
    ],
    ids: {},
  }
}
