import { runCommand } from '../../process/run-command.ts'
import { type Direction, directed, type Link, type LinkCondition, type Loss } from '../condition/link.ts'
import type { LinkPlan } from './link-plan.ts'
import { interfaceGone, type LinkEnds, makeVeth } from './veth.ts'

/**
 * Packets under way in netem. Not the bottleneck's queue, which is the pfifo below it: netem's limit counts what its
 * delay holds back, and the default of 1,000 packets drops what no real link would.
 */
const IN_FLIGHT_PACKETS = 100_000
/** A microsecond for a full packet. */
const IN_ORDER_RATE = '10gbit'
/** htb counts this of each packet beside its IP bytes: the Ethernet header. */
const ETHERNET_BYTES = 14
/** IP bytes of a packet that fills the link. */
const PACKET_BYTES = 1500

/** Whether the kernel has netem: it is tried on the loopback interface of a namespace of ours. */
export async function kernelHasNetem(namespace: string, signal: AbortSignal): Promise<boolean> {
  try {
    // Replaces one that is there since somebody was killed before he took it away.
    await runCommand(['tc', '-netns', namespace, 'qdisc', 'replace', 'dev', 'lo', 'root', 'netem'], {
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error && /unknown|not found|No such file|ENOENT/.test(error.message)) return false
    throw error
  }
  await runCommand(['tc', '-netns', namespace, 'qdisc', 'delete', 'dev', 'lo', 'root'], { signal })
  return true
}

/** A veth pair whose ends delay, lose and throttle what they send. It goes with the namespaces or when disposed of. */
export async function openNetem({ between, interfaceName, condition, signal }: LinkPlan): Promise<Link> {
  const remove = () => runCommand(['ip', '-netns', between.server, 'link', 'delete', interfaceName])
  try {
    await makeVeth(between, interfaceName, signal)
    await shape(between.server, interfaceName, condition, 'down', signal)
    await shape(between.client, interfaceName, condition, 'up', signal)
    const version = (await runCommand(['uname', '-r'], { signal })).trim()
    return {
      backend: 'netem',
      backendVersion: `Linux ${version}`,
      condition,
      [Symbol.asyncDispose]: async () => void (await remove()),
    }
  } catch (error) {
    await interfaceGone(between, interfaceName)
    throw error
  }
}

/** Sets what one end sends: loss and delay above the rate above the queue. */
async function shape(
  namespace: LinkEnds['client'],
  name: string,
  condition: LinkCondition,
  direction: Direction,
  signal: AbortSignal,
): Promise<void> {
  // One segment a packet: netem would delay and lose a burst of TCP as if it were one packet.
  await runCommand(['ip', '-netns', namespace, 'link', 'set', 'dev', name, 'gso_max_segs', '1'], { signal })
  const commands = netemCommands(name, condition, direction)
  await runCommand(['tc', '-netns', namespace, '-batch', '-'], { signal, input: `${commands.join('\n')}\n` })
}

export function netemCommands(name: string, condition: LinkCondition, direction: Direction): string[] {
  const { mbps, loss } = directed(condition, direction)
  const effects = [...delayOf(condition), ...lossOf(loss)].join(' ')
  const netem = `qdisc add dev ${name} root handle 1: netem limit ${IN_FLIGHT_PACKETS} ${effects}`
  if (mbps === null) return [netem]
  const bitsPerSecond = Math.round((mbps * 1e6 * (PACKET_BYTES + ETHERNET_BYTES)) / PACKET_BYTES)
  return [
    netem,
    `qdisc add dev ${name} parent 1:1 handle 2: htb default 1`,
    `class add dev ${name} parent 2: classid 2:1 htb rate ${bitsPerSecond}bit`,
    `qdisc add dev ${name} parent 2:1 handle 3: pfifo limit ${condition.queuePackets}`,
  ]
}

function delayOf({ rttMs, jitterMs }: LinkCondition): string[] {
  const delay = ['delay', us(rttMs / 2)]
  // Only where it has a rate does netem hold a packet back until the one before it has left; this one holds back no more.
  return jitterMs === 0 ? delay : [...delay, us(jitterMs), 'rate', IN_ORDER_RATE]
}

/** `gemodel` takes the change to the bad state, the change back, the loss in the bad state, and that in the good one. */
function lossOf(loss: Loss): string[] {
  if (typeof loss === 'number') return loss === 0 ? [] : ['loss', 'random', percent(loss)]
  return [
    'loss',
    'gemodel',
    ...[loss.goodToBad, loss.badToGood, loss.lossInBad, loss.lossInGood].map(percent),
  ]
}

const us = (ms: number): string => `${Math.round(ms * 1000)}us`
const percent = (fraction: number): string => `${Number((100 * fraction).toPrecision(9))}%`
