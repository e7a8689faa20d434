import type { Text } from '#contract/texts.ts'

export type Document = { title: Text; sections: readonly { head: Text; text: Text }[] }

/** The service agreement. A changed one gets a new CONSENT_EDITION (contract/consent.ts). */
export const agreement: Document = {
  title: { zh: '服务协议', en: 'Service agreement' },
  sections: [
    {
      head: { zh: '一、服务内容', en: '1. The service' },
      text: {
        zh: '本平台为税务、审计等专业机构及个人提供账套读取、核对、科目对应、底稿生成与管理等工具。平台的计算结果和 AI 生成的内容供专业人员复核使用，不代替专业判断。',
        en: 'The platform gives tax and audit professionals tools that read ledgers, tie them out, map accounts and prepare working papers. What it computes, and what AI writes, is for a professional to review; it does not replace his judgement.',
      },
    },
    {
      head: { zh: '二、账号', en: '2. Accounts' },
      text: {
        zh: '注册信息应当真实、准确。账号由注册人所在的机构管理；请妥善保管密码，不与他人共用。发现账号被他人使用时，请立即修改密码并告知管理员。',
        en: 'What you register with has to be true. Your organisation administers its accounts; keep your password to yourself. If somebody else uses your account, change the password and tell your administrator at once.',
      },
    },
    {
      head: { zh: '三、数据归属', en: '3. Your data' },
      text: {
        zh: '您上传和形成的账套、底稿等数据归您或您的机构所有。平台仅为提供服务而处理这些数据，不用于其他目的，也不向其他租户开放。',
        en: 'Ledgers, papers and all you upload or produce belong to you or your organisation. The platform processes them only to serve you, for nothing else, and opens them to no other tenant.',
      },
    },
    {
      head: { zh: '四、保密与合法使用', en: '4. Confidentiality and lawful use' },
      text: {
        zh: '您应当确认有权处理所上传的客户资料，并履行对客户的保密义务。不得利用平台从事违法活动，不得干扰平台运行或试图访问他人的数据。',
        en: 'Make sure that you may process the client records you upload, and keep your duty of confidentiality. Nothing unlawful may be done with the platform; do not disturb it or try to reach the data of others.',
      },
    },
    {
      head: { zh: '五、试用与费用', en: '5. Trial and fees' },
      text: {
        zh: '注册后可按试用套餐使用。试用到期或资源达到上限后，已有数据仍予保留；继续使用需要购买套餐或资源。',
        en: 'You start on a trial package. When it ends, or a limit is met, your data stays; going on needs a package or more resources.',
      },
    },
    {
      head: { zh: '六、终止', en: '6. Ending' },
      text: {
        zh: '您可以随时停止使用并导出数据。法律、行政法规对工作底稿等资料的保存期限另有规定的，从其规定。',
        en: 'You may stop and export your data at any time. Where the law says how long working papers are kept, that applies.',
      },
    },
  ],
}

/** The privacy notice. */
export const privacy: Document = {
  title: { zh: '隐私政策', en: 'Privacy notice' },
  sections: [
    {
      head: { zh: '一、我们收集什么', en: '1. What is collected' },
      text: {
        zh: '注册时收集名称、联系人、手机号和账号；使用中记录登录时间、网络地址、浏览器类型和操作记录。密码只保存不可还原的摘要。',
        en: 'At registration: name, contact, mobile number and account. In use: times of sign-in, network address, kind of browser and what was done. Of a password only a digest is kept that cannot be turned back.',
      },
    },
    {
      head: { zh: '二、用来做什么', en: '2. What it is for' },
      text: {
        zh: '手机号用于接收验证码和重要通知；登录与操作记录用于保障账号安全和满足行业对操作留痕的要求。不用于营销，不出售。',
        en: 'The mobile number receives codes and important notices; records of sign-ins and actions keep accounts safe and meet the trade’s duty to leave a trail. Nothing is used for marketing or sold.',
      },
    },
    {
      head: { zh: '三、交给谁', en: '3. Who receives it' },
      text: {
        zh: '发送短信时，手机号和短信内容会提供给平台或您的机构选择的短信服务商。除此之外，非经您同意或法律要求，不向第三方提供。',
        en: 'To send a message, the number and its words go to the SMS provider that the platform or your organisation has chosen. Otherwise nobody receives anything without your consent or a duty by law.',
      },
    },
    {
      head: { zh: '四、面容与指纹', en: '4. Face and fingerprint' },
      text: {
        zh: '面容或指纹登录由您的设备完成，生物特征不离开设备，平台只保存用于验证的公钥。您也可以始终使用密码或验证码登录。',
        en: 'Face or fingerprint is checked by your device; biometrics never leave it, the platform keeps a public key. You can always sign in by password or code instead.',
      },
    },
    {
      head: { zh: '五、保存与安全', en: '5. Keeping it safe' },
      text: {
        zh: '数据按租户隔离存放，密钥类信息加密保存。验证码五分钟失效，不以明文保存。操作审计记录按规定期限长期保存。',
        en: 'Data is kept apart by tenant, secrets are encrypted. A code lasts five minutes and is never stored in clear. The audit trail is kept as long as the rules ask.',
      },
    },
    {
      head: { zh: '六、您的权利', en: '6. Your rights' },
      text: {
        zh: '您可以在个人信息页查看和更正自己的资料，也可以请机构管理员或平台管理员更正、删除，法律另有规定的除外。',
        en: 'You can read and correct your details on your own page, or ask the administrator of your organisation or of the platform to correct or delete them, unless the law says otherwise.',
      },
    },
  ],
}
