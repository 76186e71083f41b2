import { openLink } from '../../../../lab/link/backend/open-link.ts'
import { HARDWARE } from '../../../../lab/link/backend/veth.ts'
import type { Backend } from '../../../../lab/link/condition/link.ts'
import { conditionWith } from '../../../../lab/link/condition/profiles.ts'
import { findTools } from '../../../../lab/link/measure/find-tools.ts'
import { type PingMeasurement, ping } from '../../../../lab/link/measure/ping.ts'
import { runCommand } from '../../../../lab/process/run-command.ts'

const FIRST = '198.18.0.1'
const LAST = '198.18.0.2'

/** Puts so many links of the same delay one behind the other, and has ping go through all of them. */
export async function nestedDelays(
  links: number,
  rttMs: number,
  backend: Backend,
  cacheDir: string,
): Promise<PingMeasurement> {
  const program = findTools(cacheDir).ping
  if (!program) throw new Error('ping is missing: run scripts/setup-link.sh')
  const signal = AbortSignal.timeout(60_000)
  await using opened = new AsyncDisposableStack()
  const names = Array.from({ length: links + 1 }, (_, index) => `tl-nest-${process.pid}-${index}`)
  for (const name of names) {
    await runCommand(['ip', 'netns', 'add', name])
    opened.defer(async () => void (await runCommand(['ip', 'netns', 'delete', name])))
    const forward = 'echo 1 >/proc/sys/net/ipv4/ip_forward'
    await runCommand(['ip', 'netns', 'exec', name, 'sh', '-ec', forward])
  }
  const condition = conditionWith({ rttMs })
  for (let index = 0; index < links; index++) {
    const [client = '', server = ''] = names.slice(index)
    const interfaceName = `link${index}`
    const between = { client, server }
    opened.use(await openLink({ between, interfaceName, condition, backend, cacheDir, signal }))
    for (const [name, peer, far] of [
      [client, 'server', LAST],
      [server, 'client', FIRST],
    ] as const) {
      const commands = [
        `link set ${interfaceName} up`,
        `neighbour add ${far} lladdr ${HARDWARE[peer]} nud permanent dev ${interfaceName}`,
        `route add ${far} dev ${interfaceName}`,
      ]
      await runCommand(['ip', '-netns', name, '-batch', '-'], { input: `${commands.join('\n')}\n` })
    }
  }
  const [first = ''] = names
  const ends = [
    [first, FIRST, 'link0'],
    [names.at(-1) ?? '', LAST, `link${links - 1}`],
  ] as const
  for (const [name, address, device] of ends)
    await runCommand(['ip', '-netns', name, 'addr', 'add', `${address}/32`, 'dev', device])
  const whole = { ...condition, rttMs: links * rttMs }
  const command = (argv: readonly string[]) => ['ip', 'netns', 'exec', first, ...argv]
  return await ping({ program, command, address: LAST, condition: whole, signal })
}
