import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RESOLVER } from './site/addresses.ts'

/** Files that a program in the sandbox is to find below /etc. Chromium asks no resolver of its own under other settings. */
const FILES = ['resolv.conf', 'nsswitch.conf', 'hosts'] as const

export const etcOf = (runFolder: string): string => join(runFolder, 'etc')

interface EtcOptions {
  /** Default: the sandbox's. */
  readonly resolver?: string
  /** Names that are found without a resolver. */
  readonly hosts?: readonly { readonly name: string; readonly address: string }[]
}

export async function writeEtc(
  folder: string,
  { resolver = RESOLVER, hosts = [] }: EtcOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files: Readonly<Record<(typeof FILES)[number], string>> = {
    'resolv.conf': `nameserver ${resolver}\n`,
    'nsswitch.conf': 'hosts: files dns\n',
    hosts: [
      '127.0.0.1 localhost',
      '::1 localhost',
      ...hosts.map(({ name, address }) => `${address} ${name}`),
      '',
    ].join('\n'),
  }
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))
}

/**
 * Covers the machine's files with those of folder $1, in a mount namespace that is nobody else's, and hides the socket
 * of the machine's name cache. Where that is not allowed the command still runs, and needs the resolver as an argument.
 */
const COVER = `
etc=$1; shift
for file in ${FILES.join(' ')}; do
  [ -e "/etc/$file" ] || [ "$file" = resolv.conf ] || continue
  mount --bind "$etc/$file" "/etc/$file" ||
    echo "sandbox: cannot cover /etc/$file: programs find no names that do not ask the sandbox's resolver by themselves" >&2
done
[ ! -d /run/nscd ] || mount -t tmpfs tmpfs /run/nscd
exec "$@"
`

/** The words before a command that is already in a mount namespace of its own. */
export function withEtc(folder: string): string[] {
  return ['sh', '-c', COVER, 'sh', folder]
}
