import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RESOLVER } from './addresses.ts'

/** What a program in the sandbox is to find below /etc. Chromium asks no resolver of its own under other settings. */
const FILES = {
  'resolv.conf': `nameserver ${RESOLVER}\n`,
  'nsswitch.conf': 'hosts: files dns\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
} as const

export const etcOf = (runFolder: string): string => join(runFolder, 'etc')

export async function writeEtc(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(Object.entries(FILES).map(([name, content]) => writeFile(join(folder, name), content)))
}

/**
 * Covers the machine's files with those of folder $1, in a mount namespace that is nobody else's, and hides the socket
 * of the machine's name cache. Where that is not allowed the command still runs, and has to be told the resolver.
 */
const COVER = `
etc=$1; shift
for file in ${Object.keys(FILES).join(' ')}; do
  [ -e "/etc/$file" ] || [ "$file" = resolv.conf ] || continue
  mount --bind "$etc/$file" "/etc/$file" ||
    echo "sandbox: cannot cover /etc/$file: programs that do not ask ${RESOLVER} by themselves find no names" >&2
done
[ ! -d /run/nscd ] || mount -t tmpfs tmpfs /run/nscd
exec "$@"
`

/** The words before a command that is already in a mount namespace of its own. */
export function withEtc(folder: string): string[] {
  return ['sh', '-c', COVER, 'sh', folder]
}
