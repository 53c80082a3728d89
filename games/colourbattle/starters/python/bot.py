# bot
