// Runs one command line once, alone in a thread, and tells how long it took.
import { mkdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { createStage } from './program.mjs'

const { program, folder, argv, bytes } = workerData
const { main } = await import(pathToFileURL(program).href)
mkdirSync(folder, { recursive: true })
const run = createStage(main, { tempRoot: folder, workingFolder: folder })
await run(['--version'])
const { ms } = await run(argv, { stdin: [Buffer.from(bytes)] })
parentPort.postMessage(ms)
