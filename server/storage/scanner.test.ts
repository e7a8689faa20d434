import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { message } from '#contract/notice.ts'
import { storageCare } from '#contract/storage-care.ts'
import { builtInScanner, testVirus } from './built-in-scanner.ts'
import { clamd } from './clamd.ts'
import { storageStand } from './testing-storage.ts'
import { zipOf } from './testing-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'digao-scan-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A daemon that speaks INSTREAM: it finds the word 病毒 and the test virus, and takes at most so many bytes. */
async function fakeClamd(most = 100_000) {
  const seen: number[] = []
  const talk = (socket: Socket) => {
    let all = Buffer.alloc(0)
    let refused = false
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      // what still comes of a file that is too large is thrown away
      if (refused) return
      all = Buffer.concat([all, chunk])
      if (all.toString('latin1').startsWith('zVERSION\0')) {
        socket.end('ClamAV 1.4.3/27800/Sat Nov 21\0')
        return
      }
      let at = 'zINSTREAM\0'.length
      const parts: Buffer[] = []
      while (all.length >= at + 4) {
        const length = all.readUInt32BE(at)
        if (length === 0) {
          const content = Buffer.concat(parts)
          seen.push(content.length)
          const bad = content.includes('病毒') || content.includes(testVirus)
          socket.end(bad ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0')
          return
        }
        if (all.length < at + 4 + length) return
        parts.push(all.subarray(at + 4, at + 4 + length))
        at += 4 + length
        if (parts.reduce((sum, part) => sum + part.length, 0) > most) {
          socket.write('INSTREAM size limit exceeded. ERROR\0')
          refused = true
          return
        }
      }
    })
  }
  const server = createServer(talk)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, seen, close: () => new Promise((resolve) => server.close(resolve)) }
}

const verdictOf = async (name: string, content: Buffer | string) => {
  const path = join(folder, 'suspect')
  writeFileSync(path, content)
  return builtInScanner.scan({ path, name, size: content.length })
}
const program = () => {
  const bytes = Buffer.alloc(512)
  bytes.write('MZ')
  bytes.writeUInt32LE(0x80, 0x3c)
  bytes.write('PE\0\0', 0x80)
  return bytes
}

test('the built-in scanner finds the test virus, programs dressed as documents and both inside a zip; the rest passes', async () => {
  expect(await verdictOf('a.txt', testVirus)).toMatchObject({ is: 'infected', virus: 'EICAR-Test-File' })
  expect(await verdictOf('报表.xlsx.exe', 'x')).toEqual({ is: 'disguised' })
  expect(await verdictOf('报表.pdf   .SCR', 'x')).toEqual({ is: 'disguised' })
  expect(await verdictOf('报表.pdf', program())).toEqual({ is: 'disguised' })
  expect(await verdictOf('报表.docx', Buffer.from('7f454c4602010100', 'hex'))).toEqual({ is: 'disguised' })
  expect(await verdictOf('setup.exe', program())).toEqual({ is: 'clean' })
  expect(await verdictOf('MZ开头的说明.txt', 'MZ 是一个缩写，意思是民政')).toEqual({ is: 'clean' })
  expect(await verdictOf('2025.12.csv', '1,2')).toEqual({ is: 'clean' })
  expect(await verdictOf('a.zip', await zipOf({ '说明.txt': '好', 'x.txt': testVirus }))).toMatchObject({
    is: 'infected',
  })
  expect(await verdictOf('b.zip', await zipOf({ '回函.pdf.exe': '好' }))).toEqual({ is: 'disguised' })
  expect(await verdictOf('c.xlsx', await zipOf({ 'xl/workbook.xml': '<w/>' }))).toEqual({ is: 'clean' })
  expect(await verdictOf('d.zip', 'PK\x03\x04 broken')).toEqual({ is: 'clean' })
  expect(await verdictOf('e.zip', await zipOf({ '回函.pdf': '\x7fELF\x02\x01\x01' }))).toEqual({
    is: 'disguised',
  })
})

test('an entry whose name leads out of the archive, or that cannot be read, hides nothing that follows', async () => {
  const zip = await zipOf({ 'xxxa.txt': '好', 'y.txt': '好的内容，读不出来', 'z.txt': testVirus })
  const outside = Buffer.from(zip)
  for (let at = outside.indexOf('xxxa'); at >= 0; at = outside.indexOf('xxxa')) outside.write('../a', at)
  expect(await verdictOf('a.zip', outside)).toMatchObject({ is: 'infected' })
  const broken = Buffer.from(zip)
  // its deflated bytes
  broken.fill(0xff, broken.indexOf('y.txt') + 5, broken.indexOf('y.txt') + 12)
  expect(await verdictOf('a.zip', broken)).toMatchObject({ is: 'infected' })
})

test('clamd is asked by INSTREAM; an address elsewhere must be allowed', async () => {
  const daemon = await fakeClamd()
  const scanner = clamd(daemon.address, [])
  const path = join(folder, 'large')
  writeFileSync(path, Buffer.alloc(90_000, 'a'))
  expect(await scanner.scan({ path, name: 'a', size: 90_000 })).toEqual({ is: 'clean' })
  expect(daemon.seen).toEqual([90_000])
  writeFileSync(path, Buffer.alloc(5_000_000, 'a'))
  expect(await scanner.scan({ path, name: 'a', size: 5_000_000 })).toEqual({ is: 'large' })
  writeFileSync(path, '有病毒')
  expect(await scanner.scan({ path, name: 'a', size: 9 })).toEqual({ is: 'infected', virus: 'Win.Test.EICAR_HDB-1' })
  expect(await scanner.version()).toContain('ClamAV 1.4.3')
  await daemon.close()
  await expect(scanner.version()).rejects.toThrow('ECONNREFUSED')
  for (const address of ['10.0.0.5:3310', 'example.com:80', 'nonsense', 'unix:relative'])
    expect(() => clamd(address, [])).toThrow('scannerAddress')
  expect(() => clamd('scan.lan:3310', ['scan.lan:3310'])).not.toThrow()
})

const { operator, boss, setParam, put, got, rowOf, objectOf } = await storageStand()

test('an infected upload is refused by name and virus, leaves nothing, and stands in the audit', async () => {
  await expect(put(boss, '发票.txt', testVirus)).rejects.toThrow('“发票.txt”含有病毒 EICAR-Test-File，已拒绝')
  await expect(put(boss, '发票.pdf', program())).rejects.toThrow('“发票.pdf”实际是可执行程序')
  const { records } = await boss(audit.list, { action: 'file.refused' })
  expect(records).toHaveLength(2)
  expect(records[1]).toMatchObject({ actorName: '陈立新', after: { name: '发票.txt', virus: 'EICAR-Test-File' } })
  const clean = await put(boss, '发票.txt', '一张发票')
  expect((await rowOf(boss, clean.sha256)).scan).toBe('clean')
})

test('clamd away: by the setting files are refused, or come in marked and are scanned later', async () => {
  const daemon = await fakeClamd()
  await setParam(operator, 'virusScanner', 'clamd')
  await setParam(operator, 'clamdAddress', daemon.address)
  expect((await operator(storageCare.state, {})).scanner).toEqual({
    kind: 'clamd',
    ok: true,
    says: 'ClamAV 1.4.3/27800/Sat Nov 21',
  })
  await expect(put(boss, '甲.txt', '有病毒')).rejects.toThrow('“甲.txt”含有病毒 Win.Test.EICAR_HDB-1')
  await daemon.close()

  expect((await operator(storageCare.state, {})).scanner).toMatchObject({ ok: false, says: 'ECONNREFUSED' })
  const good = await put(boss, '乙.txt', '没有问题')
  const bad = await put(boss, '丙.txt', '这里有病毒。')
  expect((await rowOf(boss, good.sha256)).scan).toBe('waiting')
  expect((await operator(storageCare.state, {})).waiting).toBe(2)
  expect((await got(boss, good.id)).toString()).toBe('没有问题')
  await setParam(operator, 'virusScannerAway', 'refuse')
  await expect(put(boss, '丁.txt', '没有')).rejects.toMatchObject({
    code: 503,
    message: expect.stringContaining('病毒扫描'),
  })
  const still = await operator.done((await operator(storageCare.rescan, {})).jobId)
  expect(still.result).toMatchObject({ scanned: 0, waiting: 1 })

  const again = await fakeClamd()
  await setParam(operator, 'clamdAddress', again.address)
  const done = await operator.done((await operator(storageCare.rescan, {})).jobId)
  expect(done.result).toMatchObject({ scanned: 2, infected: 1, waiting: 0 })
  expect((await rowOf(boss, good.sha256)).scan).toBe('clean')
  await expect(got(boss, bad.id)).rejects.toThrow('该文件被查出病毒 Win.Test.EICAR_HDB-1')
  expect((await boss(message.list, {})).records[0]).toMatchObject({
    title: '发现带病毒的文件',
    body: expect.stringContaining('丙.txt'),
  })
  expect(await operator(storageCare.state, {})).toMatchObject({
    waiting: 0,
    troubledCount: 1,
    troubled: [{ trouble: 'infected', virus: 'Win.Test.EICAR_HDB-1' }],
  })
  await again.close()
})

test('a daemon that answers before it has the file is not believed', async () => {
  const hasty = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('stream: OK\0')
  })
  hasty.listen(0, '127.0.0.1')
  await once(hasty, 'listening')
  const path = join(folder, 'hasty')
  writeFileSync(path, Buffer.alloc(20_000_000))
  const scanner = clamd(`127.0.0.1:${(hasty.address() as AddressInfo).port}`, [])
  await expect(scanner.scan({ path, name: 'a', size: 20_000_000 })).rejects.toThrow('before it had the file')
  hasty.close()
})

test('sending a file again while the scanner is away does not free one that was found infected', async () => {
  await setParam(operator, 'virusScannerAway', 'accept')
  const daemon = await fakeClamd()
  await daemon.close()
  await setParam(operator, 'clamdAddress', daemon.address)
  const bad = await put(boss, '戊.txt', '还有病毒！')
  const again = await fakeClamd()
  await setParam(operator, 'clamdAddress', again.address)
  await operator.done((await operator(storageCare.rescan, {})).jobId)
  await again.close()
  await expect(got(boss, bad.id)).rejects.toThrow('该文件被查出病毒')
  const same = await put(boss, '己.txt', '还有病毒！')
  await expect(got(boss, same.id)).rejects.toThrow('该文件被查出病毒')
})

test('content that cannot be read to be scanned keeps no other from its turn', async () => {
  const files = []
  for (let n = 0; n < 4; n++) files.push(await put(boss, `等${n}.txt`, `等候 ${n}`))
  const [first] = files.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1))
  rmSync(await objectOf(boss, first?.sha256 ?? ''))
  const again = await fakeClamd()
  await setParam(operator, 'clamdAddress', again.address)
  const done = await operator.done((await operator(storageCare.rescan, {})).jobId)
  await again.close()
  expect(done.result).toMatchObject({ scanned: 3, waiting: 0 })
})

test('what is too large for clamd is marked so; without a scanner nothing is looked into; a wrong address is said', async () => {
  const daemon = await fakeClamd(1_000)
  await setParam(operator, 'clamdAddress', daemon.address)
  const large = await put(boss, '大.txt', 'a'.repeat(50_000))
  expect((await rowOf(boss, large.sha256)).scan).toBe('large')
  await daemon.close()
  await setParam(operator, 'clamdAddress', '10.1.2.3:3310')
  expect((await operator(storageCare.state, {})).scanner).toMatchObject({
    ok: false,
    says: expect.stringContaining('DIGAO_OUTBOUND'),
  })
  await setParam(operator, 'virusScanner', 'off')
  const { sha256 } = await put(boss, '不看.txt', testVirus)
  expect((await rowOf(boss, sha256)).scan).toBe('none')
})
