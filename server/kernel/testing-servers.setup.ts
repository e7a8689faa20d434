import { afterAll } from 'vitest'
import { closeTestServers } from './testing.ts'

// a hook cannot leave a hook behind: what beforeAll opens would stay open until the process ends
afterAll(closeTestServers)
