import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder, towline, towlineHere } from './towline.ts'

/** Commands and options of a help text, in its columns: `  --list <file>  text`; longer texts go on below, further in. */
function described(section: string | undefined): readonly (readonly [name: string, text: string])[] {
  const entries = section?.split(/\n(?= {2}\S)/) ?? []
  return entries.flatMap((entry) => {
    const [, name, text = ''] =
      /^\s*((?:-\w, )?[-\w]+(?: [<[].+?[>\]])*)(?: {2,}|\n {4,}|$)(.*)/s.exec(entry.trimEnd()) ?? []
    return name === undefined ? [] : [[name, text.trim()] as const]
  })
}

const sectionOf = (help: string, title: string) =>
  new RegExp(`^${title}:\n(.*?)(?:\n\n|$(?![\\s\\S]))`, 'ms').exec(help)?.[1]

test('the help of every command explains each of its commands, arguments and options within 80 columns', async (t) => {
  const helpOf = async (words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await towlineHere(t, [...words, '--help-all'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '))
    return stdout
  }
  const seen: string[] = []
  const visit = async (words: readonly string[]): Promise<void> => {
    const help = await helpOf(words)
    seen.push(words.join(' '))
    for (const line of help.split('\n')) assert.ok([...line].length <= 80, `${words.join(' ')}: ${line}`)
    const commands = described(sectionOf(help, 'Commands'))
    const parts = [
      ...commands,
      ...['Arguments', 'Options'].flatMap((title) => described(sectionOf(help, title))),
    ]
    assert.ok(
      parts.some(([name]) => name === '-h, --help'),
      `${words.join(' ')}: ${help}`,
    )
    for (const [name, text] of parts)
      assert.notEqual(text, '', `${words.join(' ')}: ${name} is not explained`)
    for (const [name] of commands) {
      const [word = ''] = name.split(' ')
      if (word === 'help') continue
      await visit([...words, word])
    }
    if (commands.length === 0 || help.includes('\nArguments:\n')) return
    const bare = await towlineHere(t, [...words])
    assert.deepEqual([bare.code, bare.stdout], [64, ''], `${words.join(' ')} needs one of its commands`)
    assert.match(bare.stderr, /^Usage: towline /)
  }
  await visit([])
  for (const command of ['crawl', 'survey diff', 'lab run', 'jobs add replay', 'sandbox exec'])
    assert.ok(seen.includes(command), `${command} is not among ${seen.join(', ')}`)
})

test('`--version` prints the version alone', async () => {
  await using folder = await temporaryFolder()
  const { code, stdout } = await towline(['--version'], { cwd: folder.path })
  assert.equal(code, 0)
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})
