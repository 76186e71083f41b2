import type { LinkPlan } from '../../../../lab/link/backend/link-plan.ts'
import { openLink } from '../../../../lab/link/backend/open-link.ts'
import { HARDWARE, type LinkEnds } from '../../../../lab/link/backend/veth.ts'
import type { Link } from '../../../../lab/link/condition/link.ts'
import { runCommand } from '../../../../lab/process/run-command.ts'

export const INTERFACE = 'link0'
export const ADDRESS = { client: '198.18.0.1', server: '198.18.0.2' } as const

/** Two namespaces for links between them. They go when disposed of. */
export interface Pair extends AsyncDisposable {
  readonly between: LinkEnds
  /** Commands that run a program at either end. */
  readonly command: (argv: readonly string[]) => string[]
  readonly farCommand: (argv: readonly string[]) => string[]
}

let pairs = 0

export async function openPair(): Promise<Pair> {
  await using opened = new AsyncDisposableStack()
  const name = `tl-test-${process.pid}-${pairs++}`
  const between = { client: `${name}-c`, server: `${name}-s` }
  for (const namespace of Object.values(between)) {
    await runCommand(['ip', 'netns', 'add', namespace])
    opened.defer(async () => void (await runCommand(['ip', 'netns', 'delete', namespace])))
  }
  const all = opened.move()
  return {
    between,
    command: (argv) => ['ip', 'netns', 'exec', between.client, ...argv],
    farCommand: (argv) => ['ip', 'netns', 'exec', between.server, ...argv],
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** A link between the two, with an address at each end. */
export async function joinPair(
  { between }: Pair,
  plan: Omit<LinkPlan, 'between' | 'interfaceName'>,
): Promise<Link> {
  await using opened = new AsyncDisposableStack()
  const link = opened.use(await openLink({ ...plan, between, interfaceName: INTERFACE }))
  for (const [end, peer] of [
    ['client', 'server'],
    ['server', 'client'],
  ] as const) {
    const commands = [
      `link set ${INTERFACE} up`,
      `addr add ${ADDRESS[end]}/32 dev ${INTERFACE}`,
      `route add ${ADDRESS[peer]} dev ${INTERFACE}`,
      `neighbour add ${ADDRESS[peer]} lladdr ${HARDWARE[peer]} nud permanent dev ${INTERFACE}`,
    ]
    await runCommand(['ip', '-netns', between[end], '-batch', '-'], { input: `${commands.join('\n')}\n` })
  }
  opened.move()
  return link
}
