import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { measuredRun } from '../../../bench/harness/measured-run.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { testFolder } from '../../test-folder.ts'

const ROOT = { skip: process.geteuid?.() === 0 ? false : 'the bench binds a file over /etc/resolv.conf' }
/** For as long as several looks take, also where one is late. */
const HOLD = 'const held = Buffer.alloc(200e6, 1); setTimeout(() => held[0], 5000)'
const WORK = 'const from = process.cpuUsage(); while (process.cpuUsage(from).user < 300_000);'

test(
  'memory is the most that was seen of a program and those below it, also of one that has ended',
  ROOT,
  async () => {
    await using sandbox = await openSandbox()
    const folder = testFolder()
    const resolvConf = join(folder, 'resolv.conf')
    await writeFile(resolvConf, `nameserver ${sandbox.resolver}\n`)
    const script = `"$0" -e "$1"; sleep 0.3; "$0" -e "$2"`
    const { peakBytes, cpuMs, wallMs } = await measuredRun(
      sandbox,
      resolvConf,
      ['sh', '-c', script, process.execPath, HOLD, WORK],
      {
        stdoutFile: join(folder, 'out'),
        stderrFile: join(folder, 'err'),
        clock: () => performance.now(),
        signal: AbortSignal.timeout(120_000),
      },
    )
    assert.ok(peakBytes !== null && peakBytes > 200e6 && peakBytes < 400e6, `${peakBytes} bytes`)
    assert.ok(wallMs >= 5_600, `${wallMs} ms`)
    assert.ok(cpuMs >= 300 && cpuMs <= wallMs * 2, `${cpuMs} ms of CPU in ${wallMs} ms`)
  },
)
