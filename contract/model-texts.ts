/** What asking a model, and setting models up, may refuse. */
export const modelTexts = {
  modelNotConfigured: {
    zh: '未配置模型，请管理员在“模型”页面配置',
    en: 'No model is set up; an administrator sets one up on the page Models',
  },
  modelTimeout: { zh: '请求超时，请稍后重试', en: 'The model took too long; please try again later' },
  modelStopped: { zh: '已停止', en: 'Stopped' },
  modelKeyRefused: {
    zh: '模型服务“{endpoint}”拒绝了密钥，请管理员核对',
    en: 'Model service "{endpoint}" refused the key; an administrator should check it',
  },
  modelUnknown: {
    zh: '模型服务“{endpoint}”没有模型 {model}，或地址不是模型接口',
    en: 'Model service "{endpoint}" has no model {model}, or the address is no model API',
  },
  modelBusy: {
    zh: '模型服务“{endpoint}”请求过多或额度用尽，请稍后重试',
    en: 'Model service "{endpoint}" has too many requests or no balance left; please try again later',
  },
  modelUnreachable: { zh: '无法连接模型服务“{endpoint}”', en: 'Model service "{endpoint}" cannot be reached' },
  modelAddress: {
    zh: '地址 {host} 不允许访问：须为公网 https 地址，或由部署方列入内部主机',
    en: 'Address {host} may not be asked: it must be a public https address, or a host the deployment names',
  },
  modelRedirected: {
    zh: '模型服务“{endpoint}”把请求转到了别处，没有跟随；请填写最终地址',
    en: 'Model service "{endpoint}" redirects elsewhere, which is not followed; enter the final address',
  },
  modelRequestRefused: {
    zh: '模型服务“{endpoint}”不接受这个请求：{why}',
    en: 'Model service "{endpoint}" does not accept this request: {why}',
  },
  modelServerFault: {
    zh: '模型服务“{endpoint}”出错（{status}）',
    en: 'Model service "{endpoint}" failed ({status})',
  },
  modelAnswerBroken: {
    zh: '模型服务“{endpoint}”的回答不完整或无法读取',
    en: 'The answer of model service "{endpoint}" broke off or cannot be read',
  },
  modelAnswerTooLong: {
    zh: '模型服务“{endpoint}”的回答过长，已中断',
    en: 'The answer of model service "{endpoint}" is too long and was cut off',
  },
  modelImageOutside: {
    zh: '图片无法脱敏，只能发给内部的模型',
    en: 'Images cannot be masked; only a model inside the house may see them',
  },
  modelTooLong: {
    zh: '内容过长（约 {tokens} 个词元），请减少后再试',
    en: 'The text is too long (about {tokens} tokens); please shorten it',
  },
  modelName: { zh: '请填写名称', en: 'Please enter a name' },
  modelNameTaken: { zh: '已有同名的模型服务', en: 'There is a model service of this name' },
  modelAddressForm: {
    zh: '服务地址应形如 https://主机/v1，不含账号、参数',
    en: 'The address looks like https://host/v1, without credentials or parameters',
  },
  modelKeyAgain: {
    zh: '更换服务地址后请重新填写密钥',
    en: 'The address has changed; please enter the key again',
  },
  modelNotInside: {
    zh: '只有部署方列入内部主机（DIGAO_OUTBOUND）的地址可以标为内部、不脱敏',
    en: 'Only hosts the deployment names (DIGAO_OUTBOUND) can be marked as inside, without masking',
  },
  modelOfferPlatform: { zh: '只有平台可以向租户提供模型', en: 'Only the platform offers models to tenants' },
  modelInUse: {
    zh: '“{name}”仍用于{tasks}，请先在“用途”中更换',
    en: '"{name}" is still used for {tasks}; choose others under Tasks first',
  },
  modelTargetUnknown: { zh: '所选模型服务不可用', en: 'The chosen model service is not available' },
} as const
