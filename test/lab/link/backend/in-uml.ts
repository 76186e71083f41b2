import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DIES_WITH_PARENT } from '../../../../lab/process/dies-with-parent.ts'
import { CACHE } from '../why-no-link.ts'

/** Debian's user-mode-linux: a kernel with netem that runs as a process, where the machine's own may have none. */
const ROOTS = ['/', join(CACHE, 'link/root')]
const KERNEL = 'usr/bin/linux.uml'
const MODULES = ['drivers/net/veth', 'net/sched/sch_htb', 'net/sched/sch_netem']

/** It boots in 2 s; a machine that is busy with other work takes longer. */
const BOOT_LIMIT_MS = 120_000

/** The first process of that kernel. Its modules are loaded by the bare system call, for want of a modprobe. */
const init = (root: string, argv: readonly string[]) => `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
for module in ${MODULES.join(' ')}; do
  perl -e 'open F, "<", $ARGV[0] or die; syscall(313, fileno(F), my $none = "", 0) == 0 or die $!' \\
    ${join(root, 'usr/lib/uml/modules')}/$(uname -r)/kernel/$module.ko
done
ip link set lo up
${argv.map((word) => `'${word}'`).join(' ')}
echo o >/proc/sysrq-trigger
sleep 10
`

/** Why no program can be run on that kernel, for `skip`; false where it can. */
export async function whyNoUml(): Promise<string | false> {
  if (process.geteuid?.() !== 0) return 'user-mode-linux is root only for root'
  if (process.arch !== 'x64') return 'the number of the system call is that of x86-64'
  if (!rootOfUml()) return 'there is no user-mode-linux: run scripts/setup-link.sh --with-uml'
  const output = await runInUml(['echo', 'booted'], BOOT_LIMIT_MS)
  if (output.split('\n').includes('booted')) return false
  // Its buffer for the processor's registers is smaller than those of newer processors (AMX), and it ends in a panic.
  if (output.includes('ptrace set fp regs failed')) return 'user-mode-linux does not know this processor'
  throw new Error(`user-mode-linux did not boot:\n${output}`)
}

function rootOfUml(): string | undefined {
  return ROOTS.find(
    (root) =>
      existsSync(join(root, KERNEL)) &&
      MODULES.every((name) => globSync(join(root, `usr/lib/uml/modules/*/kernel/${name}.ko`)).length > 0),
  )
}

/** Boots that kernel once, on the machine's own files, and returns what the program prints there. */
export async function runInUml(argv: readonly string[], limitMs: number): Promise<string> {
  const root = rootOfUml() ?? '/'
  // Not in /dev, which that kernel covers with one of its own, and where temporary files of tests are kept in memory.
  const folder = await mkdtemp('/tmp/towline-uml-')
  try {
    const script = join(folder, 'init')
    await writeFile(script, init(root, argv), { mode: 0o755 })
    const boot = ['rootfstype=hostfs', 'rootflags=/', 'rw', 'mem=768M', 'quiet', 'con=null', 'con0=fd:0,fd:1']
    const [command, ...options] = [...DIES_WITH_PARENT, join(root, KERNEL), ...boot, `init=${script}`]
    const stdout = await new Promise<string>((done) => {
      const limits = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const
      // However it ends: what is missing in its output says why.
      const child = execFile(command, options, limits, (_, output) => done(output))
      child.stdin?.end()
    })
    // Its console is a terminal: from Linux 6.1.176 on, lines of programs end with a carriage return too.
    return stdout.replaceAll('\r\n', '\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}
