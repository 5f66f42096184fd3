#ifndef GAMEBASE_H
#define GAMEBASE_H

#include "TCGBDefines.h"
#include "TCGBObject.h"
#include "TCGBConstants.h"
#include "TCGBError.h"
#include "TCGBConfiguration.h"
#include "TCGBAuthToken.h"
#include "TCGBLaunching.h"
#include "TCGBGamebaseEventHandler.h"
#include "TCGBGamebase.h"
#include "TCGBPurchasable.h"
#include "TCGBPurchase.h"
#include "TCGBAnalytics.h"
#include "TCGBUtil.h"
#include "TCGBRunLoop.h"
#include "TCGBHost.h"
#include "TCGBConsole.h"
#include "TCGBServer.h"
#include "TCGBInstance.h"

#endif
