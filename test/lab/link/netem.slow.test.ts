import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { LinkMeasurement } from '../../../lab/link/calibrate.ts'

/** Debian's user-mode-linux: a kernel with netem that runs as a process, where the machine's own may have none. */
const KERNEL = '/usr/bin/linux.uml'
const MODULES = ['drivers/net/veth', 'net/sched/sch_htb', 'net/sched/sch_netem']
/** It boots in two seconds and measures for fifteen. */
const LIMIT_MS = 120_000
const ATTEMPTS = 3

/** The first process of that kernel. Its modules are loaded by the bare system call, for want of a modprobe. */
const init = (program: string, link: string) => `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
for module in ${MODULES.join(' ')}; do
  perl -e 'open F, "<", $ARGV[0] or die; syscall(313, fileno(F), my $none = "", 0) == 0 or die $!' \\
    /usr/lib/uml/modules/$(uname -r)/kernel/$module.ko
done
ip link set lo up
${process.execPath} ${program} ${link}
echo o >/proc/sysrq-trigger
sleep 10
`

function whyNot(): string | false {
  if (process.geteuid?.() !== 0) return 'user-mode-linux is root only for root'
  if (process.arch !== 'x64') return 'the number of the system call is that of x86-64'
  const missing = MODULES.find((name) => globSync(`/usr/lib/uml/modules/*/kernel/${name}.ko`).length === 0)
  return existsSync(KERNEL) && missing === undefined ? false : 'the package user-mode-linux is not installed'
}

interface Measured extends LinkMeasurement {
  readonly backend: string
}

/** Boots that kernel once and has it measure a link. */
async function measure(link: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-uml-'))
  try {
    const script = join(folder, 'init')
    await writeFile(script, init(join(import.meta.dirname, 'netem-between.ts'), link), { mode: 0o755 })
    const boot = ['rootfstype=hostfs', 'rootflags=/', 'rw', 'mem=768M', 'quiet', 'con=null', 'con0=fd:0,fd:1']
    const { stdout } = spawnSync(KERNEL, [...boot, `init=${script}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    const line = stdout.split('\n').find((each) => each.startsWith('{'))
    assert.ok(line, stdout)
    return JSON.parse(line) as Measured
  } finally {
    await rm(folder, { recursive: true })
  }
}

function assertMeasured({ backend, rtt: { minMs }, downMbps, upMbps, lossUp, lossDown }: Measured): void {
  assert.equal(backend, 'netem')
  assert.ok(minMs !== null && minMs >= 100 && minMs < 104, `${minMs} ms`)
  // That kernel has one processor, and only when the machine gives it one: it may fall short, and not exceed.
  for (const [mbps, wanted] of [
    [downMbps, 5],
    [upMbps, 2],
  ] as const)
    assert.ok(mbps !== null && mbps > 0.8 * wanted && mbps < 1.02 * wanted, `${mbps} for ${wanted} Mbit/s`)
  // 1 % of 2,000 and 3.29 standard deviations.
  for (const { sent, lost } of [lossUp, lossDown])
    assert.ok(sent > 1900 && lost >= 5 && lost <= 35, `${lost} of ${sent}`)
}

test('a link of netem measures as it is set, on a kernel that has it', { skip: whyNot() }, async (t) => {
  for (let attempt = 1; ; attempt++) {
    const measured = await measure('rtt=100ms,down=5,up=2,loss=0.01')
    t.diagnostic(JSON.stringify(measured))
    try {
      assertMeasured(measured)
      return
    } catch (error) {
      // A machine without a free processor cannot hold a rate; one that has none three times over fails the test.
      if (attempt === ATTEMPTS) throw error
    }
  }
})
