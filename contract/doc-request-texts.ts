import type { Text } from './texts.ts'

/** Refusals and messages of document requests. */
export const docRequestTexts = {
  requestOfOne: {
    zh: '请选择项目，或者选择企业',
    en: 'Choose the project the request is for, or the client',
  },
  requestChooseProject: {
    zh: '“{title}”是企业的资料清单，请选择要交给该企业的哪个项目',
    en: '"{title}" is a request of the client; choose which of its projects this goes to',
  },
  requestClosed: { zh: '资料清单已关闭，请先重新打开', en: 'This request is closed; open it again first' },
  requestItemNotOpen: {
    zh: '“{item}”已验收或不适用，不再接收文件',
    en: '"{item}" is accepted, or does not apply: it takes no more files',
  },
  requestNothingCame: { zh: '“{item}”还没有收到文件', en: 'Nothing has come for "{item}" yet' },
  requestItemHasFiles: {
    zh: '“{item}”已收到文件，不能删除；可以设为不适用',
    en: 'Files have come for "{item}": it cannot be taken off, but can be set to not applicable',
  },
  requestItemMost: { zh: '一份资料清单最多 {limit} 项', en: 'A request has at most {limit} items' },
  requestNotAccepted: { zh: '请先验收“{item}”，再交给底稿', en: 'Accept "{item}" first, then give it to the papers' },
  requestHandKind: {
    zh: '“{file}”不是账套数据，不能交给账套导入',
    en: '"{file}" is no ledger data and cannot go to its import',
  },
  requestFileReturned: {
    zh: '“{file}”已退回给客户，请交客户重新提交的文件',
    en: '"{file}" was returned to the client; give on the one that came instead',
  },
  requestFileGone: { zh: '“{file}”已不在云盘中', en: '"{file}" is no longer in the disk' },
  requestNothingOpen: { zh: '没有待交的资料，无需催收', en: 'Nothing is open; there is nothing to remind of' },
  requestNoPhone: { zh: '请先填写联系人手机号', en: 'Please give the contact’s mobile number first' },
  requestNoAddress: {
    zh: '系统未设置公开访问地址，不能用短信发送链接；请复制催收文字自行发送，或请管理员设置 DIGAO_PUBLIC_URL',
    en: 'This deployment has no public address, so no SMS can name the link; copy the words and send them yourself, or ask the administrator to set DIGAO_PUBLIC_URL',
  },
  requestNoAnswerer: {
    zh: '对方暂时不能接收文件，请联系发送人',
    en: 'Files cannot be received just now; please tell the sender',
  },
  requestReminded: { zh: '刚刚已经催收，请稍后再试', en: 'The client was reminded just now; please wait a little' },
  requestReceivedTitle: { zh: '资料清单“{title}”收到文件', en: 'Files came for "{title}"' },
  requestReceivedBody: { zh: '{item}：{file}', en: '{item}: {file}' },
  requestDueTitle: { zh: '资料清单“{title}”待催收', en: 'To follow up: "{title}"' },
  requestDueBody: {
    zh: '{client}还有 {items} 项资料未交，到期日 {due}',
    en: '{client} still owes {items} items, due {due}',
  },
  requestText: {
    zh: '您好，{firm}提醒您：“{title}”还有 {items} 项资料待提交{due}：{names}。请打开链接上传：{link}',
    en: '{firm} kindly reminds you: {items} items of "{title}" are still open{due}: {names}. Please upload them here: {link}',
  },
  requestTextDue: { zh: '（到期日 {due}）', en: ' (due {due})' },
  requestFolder: { zh: '资料清单', en: 'Document requests' },
} as const satisfies Record<string, Text>
