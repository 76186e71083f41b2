/**
 * A program for root on a kernel with netem: joins two namespaces of its own by a link of netem, measures it, and
 * prints the LinkMeasurement as a line of JSON. Its argument is the link in words.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { calibrate } from '../../../lab/link/calibrate.ts'
import { openLink } from '../../../lab/link/open-link.ts'
import { parseLink } from '../../../lab/link/parse.ts'
import { HARDWARE } from '../../../lab/link/veth.ts'
import { runCommand } from '../../../lab/sandbox/run-command.ts'

const condition = parseLink(process.argv[2] ?? '')
const signal = AbortSignal.timeout(90_000)
const between = { client: 'netem-client', server: 'netem-server' }
const ADDRESS = { client: '198.18.0.1', server: '198.18.0.2' }
const ECHO = `import { serveEcho } from ${JSON.stringify(join(import.meta.dirname, '../../../lab/link/echo.ts'))}
serveEcho('${ADDRESS.server}').on('listening', () => console.log('up'))`

for (const name of Object.values(between)) await runCommand(['ip', 'netns', 'add', name])
await using link = await openLink({
  between,
  interfaceName: 'link0',
  condition,
  cacheDir: '/nowhere',
  signal,
})
for (const [end, other] of [
  ['client', 'server'],
  ['server', 'client'],
] as const) {
  const commands = [
    'link set link0 up',
    `addr add ${ADDRESS[end]}/32 dev link0`,
    `route add ${ADDRESS[other]} dev link0`,
    `neighbour add ${ADDRESS[other]} lladdr ${HARDWARE[other]} nud permanent dev link0`,
  ]
  await runCommand(['ip', '-netns', between[end], '-batch', '-'], { input: `${commands.join('\n')}\n` })
}
const inNamespace = (end: 'client' | 'server') => ['netns', 'exec', between[end]]
const echo = spawn(
  'ip',
  [...inNamespace('server'), process.execPath, '--input-type=module-typescript', '-e', ECHO],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
await once(echo.stdout, 'data')
const measured = await calibrate({
  command: (argv) => ['ip', ...inNamespace('client'), ...argv],
  echoAddress: ADDRESS.server,
  condition,
  signal,
})
console.log(JSON.stringify({ backend: link.backend, version: link.backendVersion, ...measured }))
echo.kill()
