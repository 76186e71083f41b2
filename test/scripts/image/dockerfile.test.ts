import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expandVariables, parseDockerfile } from '../../../scripts/image/dockerfile.ts'
import { deployFile } from '../../deploy/deploy-files.ts'

test('the steps of a Dockerfile are read by stage, without comments and with joined lines', () => {
  const text = `# One image.
FROM debian:trixie-slim AS build
RUN apt-get update \\
    && apt-get install -y make
# Between.
WORKDIR /opt/x
COPY . .

FROM debian:trixie-slim
COPY --from=build /opt/x /opt/y
ENV PATH=/opt/y:$PATH CACHE=/var/cache
USER someone
ENTRYPOINT ["node", "/opt/y/main.ts"]
CMD ["serve", "--host", "0.0.0.0"]
`
  assert.deepEqual(parseDockerfile(text), [
    {
      base: 'debian:trixie-slim',
      name: 'build',
      steps: [
        { does: 'run', command: 'apt-get update && apt-get install -y make' },
        { does: 'workdir', path: '/opt/x' },
        { does: 'copy', from: null, source: '.', target: '.' },
      ],
    },
    {
      base: 'debian:trixie-slim',
      name: null,
      steps: [
        { does: 'copy', from: 'build', source: '/opt/x', target: '/opt/y' },
        { does: 'env', values: { PATH: '/opt/y:$PATH', CACHE: '/var/cache' } },
        { does: 'user', name: 'someone' },
        { does: 'entrypoint', words: ['node', '/opt/y/main.ts'] },
        { does: 'cmd', words: ['serve', '--host', '0.0.0.0'] },
      ],
    },
  ])
})

test('what the parser does not know is refused, never left out', () => {
  for (const line of [
    'ARG VERSION=1',
    'COPY --chown=a:b . .',
    'COPY a b c',
    'ENV NAME="with spaces"',
    'ENV NAME value',
    'CMD serve',
    'HEALTHCHECK CMD true',
  ])
    assert.throws(() => parseDockerfile(`FROM debian:trixie-slim\n${line}\n`), line)
  assert.throws(() => parseDockerfile('RUN true\n'), /no FROM before/)
})

test('variables of ENV are those that were set before', () => {
  assert.equal(
    expandVariables('/a:$PATH:$' + '{HOME}:$NONE', { PATH: '/bin', HOME: '/root' }),
    '/a:/bin:/root:',
  )
})

test('deploy/Dockerfile is one that scripts/try-image.ts can run, and starts what is in the clone', () => {
  const stages = parseDockerfile(deployFile('Dockerfile'))
  assert.equal(stages.length, 2)
  const [program, file = ''] =
    stages.at(-1)?.steps.flatMap((step) => (step.does === 'entrypoint' ? step.words : [])) ?? []
  assert.equal(program, 'node')
  const [, below = ''] = /^\/opt\/towline\/(.+)$/.exec(file) ?? []
  assert.ok(existsSync(join(import.meta.dirname, '../../..', below)), file)
})
