/** What is said where a file cannot be shown, or an address not fetched. */
export const viewerTexts = {
  viewerLinkNone: {
    zh: '这个地址不能打开。请填写以 https:// 开头的完整地址',
    en: 'This address cannot be opened. Please give a whole address that begins with https://',
  },
  viewerLinkPrivate: {
    zh: '“{host}”在内部网络中，出于安全考虑不能打开。请下载文件后上传',
    en: '“{host}” is inside a private network and is not opened. Please download the file and upload it',
  },
  viewerLinkRedirect: {
    zh: '“{host}”转向了另一个地址，没有继续打开。请使用文件最终的地址：{to}',
    en: '“{host}” leads on to another address, which was not followed. Please use the file’s final address: {to}',
  },
  viewerLinkRefused: {
    zh: '“{host}”没有给出这个文件（{status}）。请确认链接未过期、无需登录',
    en: '“{host}” did not hand the file over ({status}). Please check that the link still holds and needs no sign-in',
  },
  viewerLinkTooLarge: {
    zh: '“{host}”上的文件超过 {limit} MB。请下载后上传再查看',
    en: 'The file at “{host}” is over {limit} MB. Please download it and upload it',
  },
  viewerLinkPage: {
    zh: '这个地址是一个网页，不是文件。请使用文件本身的下载地址',
    en: 'This address is a web page, not a file. Please use the download address of the file itself',
  },
  viewerOtherKind: {
    zh: '“{file}”的内容不是这种格式。请刷新页面，或下载后查看',
    en: '“{file}” is not of this kind. Please refresh the page, or download it',
  },
  viewerNotDrawn: {
    zh: '“{file}”没能转换成可以查看的形式，可能已损坏或设有密码。请下载后用 Office 或 WPS 打开',
    en: '“{file}” could not be drawn; it may be damaged or need a password. Download it and open it in its program',
  },
  viewerBusy: {
    zh: '正在转换的文件较多，请过一会儿再打开，或先下载查看',
    en: 'Many files are being drawn at the moment. Please open it again in a while, or download it',
  },
  viewerTicketOver: {
    zh: '播放地址已失效，请刷新页面',
    en: 'The address of this recording no longer holds. Please refresh the page',
  },
  viewerEntryLocked: {
    zh: '“{entry}”设有密码。请下载压缩包，用解压软件打开',
    en: '“{entry}” is under a password. Please download the archive and open it in an archive program',
  },
  viewerEntryUnsafe: {
    zh: '“{entry}”的路径或大小可疑，没有打开。请与发送方核实',
    en: '“{entry}” has a suspicious path or size and was not opened. Please ask whoever sent it',
  },
  viewerEntryLarge: {
    zh: '“{entry}”超过 {limit} MB。请下载压缩包后查看',
    en: '“{entry}” is over {limit} MB. Please download the archive',
  },
  viewerEntryDeep: {
    zh: '压缩包一层套一层，太深了。请下载后查看',
    en: 'Archives inside archives, too deep. Please download the file',
  },
  viewerEntryBroken: {
    zh: '“{entry}”已损坏或不完整。请向发送方重新索取压缩包',
    en: '“{entry}” is damaged or incomplete. Please ask for the archive again',
  },
  viewerHeic: {
    zh: '“{file}”是苹果手机的 HEIC 照片，这里不能显示。请在手机“设置-相机-格式”中改为“兼容性最佳”，或另存为 JPEG 后上传',
    en: '“{file}” is an iPhone photo in HEIC, which is not shown here. Save it as JPEG, or set the camera to “Most Compatible”',
  },
  viewerPicture: {
    zh: '“{file}”的图像已损坏或像素过多，无法显示。请下载后查看',
    en: 'The picture “{file}” is damaged or too large to show. Please download it',
  },
} as const
