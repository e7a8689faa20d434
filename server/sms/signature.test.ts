import { expect, test } from 'vitest'
import { signAliyun } from './aliyun-channel.ts'
import { signTencent } from './tencent-channel.ts'

test('a request to Alibaba Cloud is signed as in the example of its documentation', () => {
  const request = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    date: '2023-10-26T10:22:32Z',
    nonce: '3156853299f313e23d1673dc12e1703d',
  }
  const key = { accessKey: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }
  expect(signAliyun(key, request).headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  // the same page's second example, of another moment
  const other = { ...request, date: '2023-10-26T09:01:01Z', nonce: 'd410180a5abf7fe235dd9b74aca91fc0' }
  expect(signAliyun(key, other).headers['authorization']).toMatch(
    /Signature=e521358f7776c97df52e6b2891a8bc73026794a071b50c3323388c4e0df64804$/,
  )
})

test('what stands in a query is escaped as RFC 3986 has it', () => {
  const { query } = signAliyun(
    { accessKey: 'a', secret: 'b' },
    { host: 'h', action: 'A', version: '1', date: '', nonce: '', query: { b: "底稿 (*)~'", a: 'x&y=z' } },
  )
  expect(query).toBe('a=x%26y%3Dz&b=%E5%BA%95%E7%A8%BF%20%28%2A%29~%27')
})

test('a request to Tencent Cloud is signed as in the example of its documentation', () => {
  const headers = signTencent(
    { accessKey: 'AKID********************************', secret: '********************************' },
    {
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      timestamp: 1_551_113_065,
    },
  )
  expect(headers['authorization']).toBe(
    'TC3-HMAC-SHA256 Credential=AKID********************************/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})
