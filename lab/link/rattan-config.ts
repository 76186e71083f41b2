import type { LinkCondition } from './link.ts'

/** Loss of rattan is drawn from a seed of its own, the same at each start. */
const DIRECTIONS = [
  { name: 'up', from: 'left', to: 'right', rate: 'upMbps' },
  { name: 'down', from: 'right', to: 'left', rate: 'downMbps' },
] as const

/**
 * rattan's configuration (TOML): in each direction loss, then delay, then rate with a queue that drops its tail.
 * `left` is the client. Its commands move the two interfaces to the namespaces of file descriptors 3 and 4, say
 * `moved`, and hold rattan open. Pure.
 */
export function rattanConfig(condition: LinkCondition, interfaceName: string): string {
  const cells: string[] = []
  const links: string[] = []
  for (const { name, from, to, rate } of DIRECTIONS) {
    const mbps = condition[rate]
    const chain = [
      ...(condition.lossFraction > 0
        ? [cell(`${name}_loss`, 'Loss', `pattern = [${condition.lossFraction}]`)]
        : []),
      ...(condition.rttMs > 0
        ? [cell(`${name}_delay`, 'Delay', `delay = "${Math.round((condition.rttMs / 2) * 1000)}us"`)]
        : []),
      ...(mbps === null
        ? []
        : [
            cell(
              `${name}_rate`,
              'Bw',
              'bw_type = "NetworkLayer"',
              `bandwidth = "${Math.round(mbps * 1000)}kbps"`,
              // Without it the queue has no end.
              'queue = "DropTail"',
              `queue_config = { packet_limit = ${condition.queuePackets} }`,
            ),
          ]),
    ]
    cells.push(...chain.map(({ lines }) => lines))
    const stations = [from, ...chain.map(({ id }) => id), to]
    for (const [index, station] of stations.slice(0, -1).entries())
      links.push(`${station} = "${stations[index + 1]}"`)
  }
  return `[env]
mode = "Isolated"
[cells]
${cells.join('')}[links]
${links.join('\n')}
[commands]
left = ${move(3, interfaceName)}
right = ${move(4, interfaceName)}
`
}

function cell(id: string, type: string, ...lines: string[]): { id: string; lines: string } {
  return { id, lines: `[cells.${id}]\ntype = "${type}"\n${lines.join('\n')}\n` }
}

/** rattan names its interface by chance; it is the only veth of its namespace. */
function move(fd: number, interfaceName: string): string {
  const script = [
    "own=$(ip -oneline link show type veth | cut -d' ' -f2 | cut -d@ -f1)",
    `ip link set dev "$own" netns /proc/self/fd/${fd} name ${interfaceName}`,
    'echo moved',
    'exec sleep infinity',
  ]
  return JSON.stringify(['sh', '-ec', script.join('\n')])
}
